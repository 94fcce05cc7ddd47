import { AuditEntry, defineResource } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';

/** What happened in a shop, append-only. */
export const auditEntries = defineResource(AuditEntry, {
  type: 'audit_entries',
  description: 'Something that happened in a shop or to a person; none is ever changed.',
  path: '/api/shops/:shop_id/audit_entries',
  computed: {
    owner_name: { kind: 'string', isNullable: true, description: 'Today’s name of the person.' },
    app_name: { kind: 'string', isNullable: true, description: 'Today’s name of the app.' },
  },
  relationships: {
    shop: { type: 'shops', column: 'shop_id' },
    owner: { type: 'owners', column: 'owner_id' },
    app: { type: 'apps', column: 'app_id' },
  },
  filters: { kind: { description: 'Of this kind, or of several with commas between them.' } },
});

/** What happened to a person outside of any shop: sign-ins, apps and their secrets. */
export const ownAuditEntries = describeResource({
  ...auditEntries,
  filters: {
    ...auditEntries.describedFilters,
    app: { description: 'About the app with this id.', schema: { type: 'string', format: 'uuid' } },
  },
  path: '/api/audit_entries',
});
