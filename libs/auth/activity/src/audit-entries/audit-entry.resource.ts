import { AuditEntry, defineResource } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';

export const auditEntries = defineResource(AuditEntry, {
  type: 'audit_entries',
  description:
    'An audit log entry: an immutable record of an action in a shop, or of a person’s action outside of shops.',
  path: '/api/shops/:shop_id/audit_entries',
  computed: {
    owner_name: { kind: 'string', isNullable: true, description: 'Current name of the person who acted.' },
    sequence: {
      kind: 'number',
      isNullable: true,
      description:
        'Sequence number in the hash chain of the shop’s audit log. null in the audit log of a person.',
    },
    previous_hash: {
      kind: 'string',
      isNullable: true,
      description: 'Hexadecimal hash of the previous audit log entry. null in the audit log of a person.',
    },
    hash: {
      kind: 'string',
      isNullable: true,
      description:
        'Hexadecimal SHA-256 of the entry, sequence number and previous hash. null in the audit log of a person.',
    },
    app_name: {
      kind: 'string',
      isNullable: true,
      description: 'Current name of the app that acted or that the action is about.',
    },
  },
  relationships: {
    shop: { type: 'shops', column: 'shop_id' },
    owner: { type: 'owners', column: 'owner_id' },
    app: { type: 'apps', column: 'app_id' },
  },
  filters: {
    kind: { description: 'Returns only audit log entries of this kind. Separate several kinds with commas.' },
    app: {
      description: 'Returns only audit log entries about the app with this id.',
      schema: { type: 'string', format: 'uuid' },
    },
  },
});

/** Audit log entries that concern a person and no shop: sign-ins, apps and app secrets. */
export const ownAuditEntries = describeResource({
  ...auditEntries,
  filters: auditEntries.describedFilters,
  path: '/api/audit_entries',
});
