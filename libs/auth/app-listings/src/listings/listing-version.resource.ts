import { defineResource } from '@storewright/entities';
import { ListingVersion, versionStatuses } from './listing-version.entity';

export const listingVersions = defineResource(ListingVersion, {
  type: 'listing_versions',
  description: 'A submitted version of an app listing. Only its status changes after the submission.',
  path: '/api/apps/:app_id/listing_versions',
  relationships: { app: { type: 'apps', column: 'app_id' } },
  filters: {
    status: { schema: { type: 'string', enum: versionStatuses } },
  },
  errors: { create: ['illegal_transition', 'rate_limited'], delete: ['illegal_transition'] },
});
