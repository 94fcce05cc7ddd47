import type { Row } from '@storewright/entities';
import type { AppListing } from './app-listing.entity';
import { requiredAttributes } from './app-listing.resource';
import type { ListedApp } from './listed-app.entity';
import type { ListingVersion } from './listing-version.entity';

export interface ListingState {
  /** Directory entry of the app, with the number of the approved version. */
  listed: (Row<ListedApp> & { number: number }) | undefined;
  last: Row<ListingVersion> | undefined;
}

export type ShownListing = Row<AppListing> & ReturnType<typeof stateColumns>;

/** Returns the attributes of an app listing that are not columns of its draft. */
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

/** Attributes of a listing draft that a submission copies into the new version. */
export const versionedAttributes = [
  ...(['name', 'tagline', 'description', 'developer_name'] as const),
  ...(['categories', 'screenshots', 'support_url', 'privacy_url'] as const),
];

export function missingIn(draft: Row<AppListing>): string[] {
  return requiredAttributes.filter((name) => draft[name] === null || draft[name].length === 0);
}

const differs = (one: string | string[] | null, other: string | string[] | null) =>
  JSON.stringify(one) !== JSON.stringify(other);
