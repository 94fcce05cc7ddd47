import type { Row } from '@storewright/entities';
import type { AppListing } from './app-listing.entity';
import { requiredAttributes } from './app-listing.resource';
import type { ListedApp } from './listed-app.entity';
import type { ListingVersion } from './listing-version.entity';

/** The state of a listing in addition to its draft. */
export interface ListingState {
  /** The directory entry of the app, with the number of the shown version. */
  listed: (Row<ListedApp> & { number: number }) | undefined;
  /** The version of the listing that was submitted last. */
  last: Row<ListingVersion> | undefined;
}

export type ShownListing = Row<AppListing> & ReturnType<typeof stateColumns>;

/** Returns the attributes of the document that are not columns of the draft. */
export function stateColumns(draft: Row<AppListing>, { listed, last }: ListingState) {
  return {
    status: listed === undefined ? 'unlisted' : listed.hidden_at === null ? 'listed' : 'hidden',
    hidden_reasons: listed?.hidden_reasons ?? null,
    listed_version: listed?.number ?? null,
    review_status: last?.status ?? null,
    review_reasons: last?.reasons ?? null,
    is_changed: last === undefined || versionedAttributes.some((name) => differs(draft[name], last[name])),
    missing: missingIn(draft),
  };
}

/** Attributes that a version copies from the draft. */
export const versionedAttributes = [
  ...(['name', 'tagline', 'description', 'developer_name'] as const),
  ...(['categories', 'screenshots', 'support_url', 'privacy_url'] as const),
];

/** Attributes that a submission requires and the draft lacks. */
export function missingIn(draft: Row<AppListing>): string[] {
  return requiredAttributes.filter((name) => draft[name] === null || draft[name].length === 0);
}

const differs = (one: string | string[] | null, other: string | string[] | null) =>
  JSON.stringify(one) !== JSON.stringify(other);
