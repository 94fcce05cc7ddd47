import { AuditEntry, defineResource } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';

/** What happened in a shop, append-only. */
export const auditEntries = defineResource(AuditEntry, {
  type: 'audit_entries',
  path: '/api/shops/:shop_id/audit_entries',
  computed: { owner_name: { kind: 'string' }, app_name: { kind: 'string' } },
  relationships: {
    shop: { type: 'shops', column: 'shop_id' },
    owner: { type: 'owners', column: 'owner_id' },
    app: { type: 'apps', column: 'app_id' },
  },
  filters: ['kind'],
});

/** What happened to a person outside of any shop: sign-ins, apps and their secrets. */
export const ownAuditEntries = describeResource({ ...auditEntries, path: '/api/audit_entries' });
