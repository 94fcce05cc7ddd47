import type { Transaction } from '@storewright/database';
import { ListingImage } from '../images/listing-image.entity';
import { AppListing } from './app-listing.entity';
import { ListingVersion } from './listing-version.entity';

/** Deletes the listing of a deleted app with its versions and images. The context must be the developer. */
export async function forgetListing(transaction: Transaction, app_id: string): Promise<void> {
  // Deleting a version also deletes its directory entry.
  await transaction.of(ListingVersion).delete({ app_id });
  await transaction.of(AppListing).delete({ id: app_id });
  await transaction.of(ListingImage).delete({ app_id });
}
