import { describeResource, type ResourceDeclaration } from '@storewright/json-api';

const declaration = {
  type: 'audit_entries',
  attributes: {
    kind: 'string',
    detail: 'json',
    owner_name: 'string',
    app_name: 'string',
    request_id: 'string',
    created_at: 'timestamp',
  },
  relationships: {
    shop: { type: 'shops', column: 'shop_id' },
    owner: { type: 'owners', column: 'owner_id' },
    app: { type: 'apps', column: 'app_id' },
  },
  filters: ['kind'],
} satisfies Omit<ResourceDeclaration, 'path'>;

/** What happened in a shop, append-only. */
export const auditEntries = describeResource({ ...declaration, path: '/api/shops/:shop_id/audit_entries' });

/** What happened to a person outside of any shop: sign-ins, apps and their secrets. */
export const ownAuditEntries = describeResource({ ...declaration, path: '/api/audit_entries' });
