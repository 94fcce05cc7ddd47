export { AppListingsModule } from './app-listings.module';
export { DomainRechecks } from './domains/domain-rechecks';
export { AppIcon } from './images/app-icon.entity';
export { IsAppUrl, problemOfAppUrl, withParameters } from './links/app-url';
export { forgetListing } from './listings/forget-listing';
export { ListedApp } from './listings/listed-app.entity';
export { ListingVersion } from './listings/listing-version.entity';
export { type Check, reviewListing, type ReviewedListing } from './review/checklist';
export { approveListing, rejectListing, setHidden, submittedListings } from './review/review';
