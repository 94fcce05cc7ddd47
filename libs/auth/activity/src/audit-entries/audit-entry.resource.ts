import { AuditEntry, defineResource } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';

export const auditEntries = defineResource(AuditEntry, {
  type: 'audit_entries',
  description: 'An immutable record of an action in a shop, or of an action of a person outside of shops.',
  path: '/api/shops/:shop_id/audit_entries',
  computed: {
    owner_name: { kind: 'string', isNullable: true, description: 'Current name of the person who acted.' },
    sequence: {
      kind: 'number',
      isNullable: true,
      description: 'Sequence of the entry in the hash chain of the shop. null in the log of a person.',
    },
    previous_hash: {
      kind: 'string',
      isNullable: true,
      description: 'Hash of the entry with the previous sequence, in hex. null in the log of a person.',
    },
    hash: {
      kind: 'string',
      isNullable: true,
      description:
        'SHA-256 of the entry with its sequence and previous hash, in hex. null in the log of a person.',
    },
    app_name: { kind: 'string', isNullable: true, description: 'Current name of the app.' },
  },
  relationships: {
    shop: { type: 'shops', column: 'shop_id' },
    owner: { type: 'owners', column: 'owner_id' },
    app: { type: 'apps', column: 'app_id' },
  },
  filters: {
    kind: { description: 'Entries of this kind, or of several comma-separated kinds.' },
    app: { description: 'Entries about the app with this id.', schema: { type: 'string', format: 'uuid' } },
  },
});

/** Audit log entries that concern a person and no shop: sign-ins, apps and app secrets. */
export const ownAuditEntries = describeResource({
  ...auditEntries,
  filters: auditEntries.describedFilters,
  path: '/api/audit_entries',
});
