import { describeResource } from '@storewright/json-api';

export class CreateOwnershipTransfer {}

/**
 * Transfer of a shop to another member. Transfers are not stored, but the audit log has an entry for both
 * role changes.
 */
export const ownershipTransfers = describeResource({
  type: 'ownership_transfers',
  description:
    'A transfer of the shop to another member, who becomes the owner. The requesting owner becomes an administrator.',
  path: '/api/shops/:shop_id/ownership_transfers',
  attributes: {},
  relationships: {
    member: { type: 'members', column: 'member_id', required: true, writable: ['create'] },
  },
  create: CreateOwnershipTransfer,
  errors: { create: ['insufficient_role'] },
});
