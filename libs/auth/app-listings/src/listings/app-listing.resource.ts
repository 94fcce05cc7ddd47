import { defineResource } from '@storewright/entities';
import { AppListing } from './app-listing.entity';
import { UpdateAppListing } from './listing-input';
import { versionStatuses } from './listing-version.entity';

/** Attributes that can change while the version number of the draft is unchanged. */
const volatile = ['status', 'hidden_reasons', 'listed_version', 'review_status', 'review_reasons'];

export const appListings = defineResource(AppListing, {
  type: 'app_listings',
  description: 'The listing of an app as its developer edits it. The id is that of the app.',
  path: '/api/app_listings',
  computed: {
    status: {
      kind: 'string',
      description: 'Whether the directory shows the app. hidden: the operator hides the app.',
      values: ['unlisted', 'listed', 'hidden'],
    },
    hidden_reasons: {
      ...{ kind: 'string', isNullable: true },
      description: 'Reasons why the operator hides the app.',
    },
    listed_version: {
      ...{ kind: 'number', isNullable: true },
      description: 'Number of the approved version that the directory shows. null without an approval.',
    },
    review_status: {
      ...{ kind: 'string', isNullable: true },
      description: 'Status of the last submitted version. null before the first submission.',
      values: versionStatuses,
    },
    review_reasons: {
      ...{ kind: 'string', isNullable: true },
      description: 'Reasons if the last version was rejected.',
    },
    is_changed: {
      kind: 'boolean',
      description: 'Whether the draft has changed since the last submission.',
    },
    missing: {
      kind: 'string[]',
      description: 'Attributes that a submission requires and the draft lacks.',
    },
  },
  relationships: { app: { type: 'apps', column: 'id' } },
  meta: { version: true },
  update: UpdateAppListing,
  versioned: true,
  volatile,
});

/** Attributes that a draft must have before the developer can submit it. */
export const requiredAttributes = [
  'tagline',
  'description',
  'categories',
  'screenshots',
  'support_url',
  'privacy_url',
] as const satisfies readonly (keyof AppListing)[];
