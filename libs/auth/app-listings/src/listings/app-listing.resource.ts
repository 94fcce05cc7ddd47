import { defineResource } from '@storewright/entities';
import { AppListing } from './app-listing.entity';
import { UpdateAppListing } from './listing-input';
import { versionStatuses } from './listing-version.entity';

/** Attributes of an app listing that can change while the version number of the draft stays the same. */
const volatile = ['status', 'hidden_reasons', 'listed_version', 'review_status', 'review_reasons'];

export const appListings = defineResource(AppListing, {
  type: 'app_listings',
  description: 'The draft of an app listing, which the developer edits. Its id is the id of the app.',
  path: '/api/app_listings',
  computed: {
    status: {
      kind: 'string',
      description:
        'Whether the app directory shows the app. hidden means that the operator has hidden an approved app.',
      values: ['unlisted', 'listed', 'hidden'],
    },
    hidden_reasons: {
      ...{ kind: 'string', isNullable: true },
      description: 'Reasons why the operator has hidden the app. null if the app is not hidden.',
    },
    listed_version: {
      ...{ kind: 'number', isNullable: true },
      description: 'Number of the latest approved version. null if no version was approved.',
    },
    review_status: {
      ...{ kind: 'string', isNullable: true },
      description: 'Status of the last submitted version. null before the first submission.',
      values: versionStatuses,
    },
    review_reasons: {
      ...{ kind: 'string', isNullable: true },
      description: 'Reasons for rejecting the last submitted version. null if it was not rejected.',
    },
    is_changed: {
      kind: 'boolean',
      description: 'Whether the draft differs from the last submitted version.',
    },
    missing: {
      kind: 'string[]',
      description: 'Attributes that the draft lacks for a submission.',
    },
  },
  relationships: { app: { type: 'apps', column: 'id' } },
  meta: { version: true },
  update: UpdateAppListing,
  versioned: true,
  volatile,
});

/** Attributes that the draft of an app listing must have before the developer can submit it. */
export const requiredAttributes = [
  'tagline',
  'description',
  'categories',
  'screenshots',
  'support_url',
  'privacy_url',
] as const satisfies readonly (keyof AppListing)[];
