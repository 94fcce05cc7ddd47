import { describeResource } from '@storewright/json-api';

export class CreateOwnershipTransfer {}

/**
 * A request of an owner to hand the shop over to another member. The request is not stored, but the audit log
 * records both changes of a role.
 */
export const ownershipTransfers = describeResource({
  type: 'ownership_transfers',
  description: 'Makes another member the owner of the shop, and the requesting owner an administrator.',
  path: '/api/shops/:shop_id/ownership_transfers',
  attributes: {},
  relationships: {
    member: { type: 'members', column: 'member_id', required: true, writable: ['create'] },
  },
  create: CreateOwnershipTransfer,
  errors: { create: ['insufficient_role'] },
});
