import type { Transaction } from '@storewright/database';
import { ListingImage } from '../images/listing-image.entity';
import { AppListing } from './app-listing.entity';
import { ListingVersion } from './listing-version.entity';

/**
 * Deletes the listing of a deleted app. The transaction must run in the row-level security context of the
 * app's developer.
 */
export async function forgetListing(transaction: Transaction, app_id: string): Promise<void> {
  // Deleting the listing versions also deletes the directory entry of the app.
  await transaction.of(ListingVersion).delete({ app_id });
  await transaction.of(AppListing).delete({ id: app_id });
  await transaction.of(ListingImage).delete({ app_id });
}
