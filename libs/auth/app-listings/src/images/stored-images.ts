import { hash } from 'node:crypto';
import type { Transaction } from '@storewright/database';
import type { App, Row } from '@storewright/entities';
import { Any, Not } from 'typeorm';
import { AppListing } from '../listings/app-listing.entity';
import { ListedApp } from '../listings/listed-app.entity';
import { ListingVersion } from '../listings/listing-version.entity';
import { AppIcon } from './app-icon.entity';
import { ListingImage } from './listing-image.entity';

export async function storedDigests(transaction: Transaction, app_id: string): Promise<string[]> {
  const images = await transaction.of(ListingImage).find({ select: { digest: true }, where: { app_id } });
  return images.map(({ digest }) => digest);
}

export async function storeImage(
  transaction: Transaction,
  image: Omit<ListingImage, 'created_at'>,
): Promise<void> {
  const images = transaction.of(ListingImage).createQueryBuilder().insert().values(image);
  await images.orIgnore().updateEntity(false).execute();
}

/**
 * Copies the icon of an app, so that the submitted version keeps the icon that the operator reviews. Returns
 * the digest of the copy, or null for an app without an icon.
 */
export async function copyIcon(transaction: Transaction, { id: app_id }: Row<App>): Promise<string | null> {
  const icon = await transaction.of(AppIcon).findOneBy({ app_id });
  if (!icon) return null;
  const { media_type, bytes } = icon;
  const digest = hash('sha256', bytes, 'hex');
  await storeImage(transaction, { app_id, digest, media_type, bytes });
  return digest;
}

/**
 * Deletes images of an app listing that neither the draft nor the submitted version nor the approved version
 * uses.
 */
export async function deleteUnusedImages(transaction: Transaction, app_id: string): Promise<void> {
  const draft = await transaction.of(AppListing).findOneBy({ id: app_id });
  const listed = await transaction.of(ListedApp).findOneBy({ app_id });
  const versions = await transaction
    .of(ListingVersion)
    .find({ where: [{ app_id, status: 'submitted' }, ...(listed ? [{ id: listed.version_id }] : [])] });
  const used = [
    ...(draft?.screenshots ?? []),
    ...versions.flatMap(({ screenshots, icon_digest }) => [...screenshots, icon_digest ?? '']),
  ];
  await transaction.of(ListingImage).delete({ app_id, digest: Not(Any(used)) });
}
