import { Injectable } from '@nestjs/common';
import { recordAudit } from '@storewright/audit';
import { AuthDatabase, type Transaction } from '@storewright/database';
import type { App, Row } from '@storewright/entities';
import {
  checkPreconditionHeaders,
  etagOf,
  invalidAttribute,
  type ParsedResource,
  refuseOthers,
} from '@storewright/json-api';
import { objectLimitReached, Owner } from '@storewright/people';
import type { PictureContent } from '@storewright/images';
import { deleteUnusedImages, storedDigests, storeImage } from '../images/stored-images';
import { AppListing } from './app-listing.entity';
import { appListings } from './app-listing.resource';
import { ListedApp } from './listed-app.entity';
import { MAX_SCREENSHOTS, type UpdateAppListing } from './listing-input';
import { type ListingState, type ShownListing, stateColumns } from './listing-state';
import { ListingVersion } from './listing-version.entity';
import { findOwnApp, lockOwnApp, type Target } from './own-app';

/** Drafts of app listings. A draft is visible to the developer of the app only. */
@Injectable()
export class AppListings {
  constructor(private readonly database: AuthDatabase) {}

  find(target: Target): Promise<ShownListing> {
    return this.database.transaction({ owner_id: target.owner.id }, async (transaction) =>
      shownListing(transaction, await findOwnApp(transaction, target)),
    );
  }

  change(target: Target, input: ParsedResource<UpdateAppListing>): Promise<ShownListing> {
    return this.apply(target, async (transaction, before) => {
      refuseOthers(appListings, input, { ...before });
      const { screenshots } = input.attributes;
      if (screenshots) await checkStored(transaction, before.id, screenshots);
      return input.attributes;
    });
  }

  /**
   * Stores a screenshot and adds it to the draft of an app listing. Adding the same screenshot again changes
   * nothing.
   */
  addScreenshot(target: Target, { type: media_type, bytes, digest }: PictureContent): Promise<ShownListing> {
    return this.apply(target, async (transaction, { id: app_id, screenshots }) => {
      if (screenshots.includes(digest)) return {};
      if (screenshots.length >= MAX_SCREENSHOTS)
        throw objectLimitReached(
          MAX_SCREENSHOTS,
          `The listing has ${MAX_SCREENSHOTS} screenshots, which is the maximum. Remove one of them first.`,
        );
      await storeImage(transaction, { app_id, digest, media_type, bytes });
      return { screenshots: [...screenshots, digest] };
    });
  }

  private apply(
    target: Target,
    changes: (transaction: Transaction, before: ShownListing) => Promise<Partial<Row<AppListing>>>,
  ): Promise<ShownListing> {
    const { id: owner_id, request_id, session_id: token_id } = target.owner;
    return this.database.transaction({ owner_id }, async (transaction) => {
      const app = await lockOwnApp(transaction, target);
      const before = await shownListing(transaction, app);
      checkPreconditionHeaders(target.ifMatch, etagOf({ ...before }, appListings.volatile));
      const attributes = await changes(transaction, before);
      const changed = Object.keys(attributes);
      if (changed.length === 0) return before;
      await saveDraft(transaction, await readDraft(transaction, app), attributes);
      if (attributes.screenshots) await deleteUnusedImages(transaction, app.id);
      const entry = { owner_id, app_id: app.id, request_id, token_id, detail: { changed } };
      await recordAudit(transaction, { kind: 'app_listings.updated', ...entry });
      return shownListing(transaction, app);
    });
  }
}

/**
 * Returns the stored draft of an app listing. Without a stored draft, returns a draft with version 0 and the
 * texts of the app.
 */
export async function readDraft(transaction: Transaction, app: Row<App>): Promise<Row<AppListing>> {
  const stored: Row<AppListing> | null = await transaction.of(AppListing).findOneBy({ id: app.id });
  if (stored) return stored;
  const owner = await transaction.of(Owner).findOneByOrFail({ id: app.owner_id! });
  const { id, name, description, support_url, privacy_url, created_at } = app;
  return {
    ...{ id, name, tagline: null, description, developer_name: owner.name, categories: [], screenshots: [] },
    ...{ support_url, privacy_url, version: 0, created_at, updated_at: created_at },
  };
}

/** Saves the draft of an app listing with the next version number. `updated_at` increases with every save. */
export async function saveDraft(
  transaction: Transaction,
  draft: Row<AppListing>,
  changes: Partial<Row<AppListing>>,
): Promise<void> {
  const drafts = transaction.of(AppListing);
  const { version, created_at: _, updated_at: __, ...columns } = { ...draft, ...changes };
  if (version === 0) {
    await drafts.insert(columns);
    return;
  }
  const next = {
    ...columns,
    version: () => 'version + 1',
    updated_at: () => 'greatest(clock_timestamp(), updated_at + make_interval(secs => 0.000001))',
  };
  await drafts.update({ id: draft.id }, next);
}

async function shownListing(transaction: Transaction, app: Row<App>): Promise<ShownListing> {
  const draft = await readDraft(transaction, app);
  return { ...draft, ...stateColumns(draft, await readState(transaction, app.id)) };
}

/** Reads the directory entry of an app and the last submitted version of its listing. */
export async function readState(transaction: Transaction, app_id: string): Promise<ListingState> {
  const versions = transaction.of(ListingVersion);
  const [last]: Row<ListingVersion>[] = await versions.find({
    where: { app_id },
    order: { number: 'DESC' },
    take: 1,
  });
  const listed: Row<ListedApp> | null = await transaction.of(ListedApp).findOneBy({ app_id });
  if (!listed) return { listed: undefined, last };
  const { number } = await versions.findOneByOrFail({ id: listed.version_id });
  return { listed: { ...listed, number }, last };
}

async function checkStored(
  transaction: Transaction,
  app_id: string,
  screenshots: readonly string[],
): Promise<void> {
  const stored = await storedDigests(transaction, app_id);
  if (screenshots.every((digest) => stored.includes(digest))) return;
  throw invalidAttribute(
    'screenshots',
    'screenshots must contain digests of uploaded screenshots. ' +
      `Upload an image with POST /api/apps/${app_id}/listing_images first.`,
  );
}
