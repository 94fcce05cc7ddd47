import { defineResource, Shop as StoredShop } from '@storewright/entities';

/** A shop as clients see it (docs/contract.md §7): exactly these attributes. */
export const shops = defineResource(StoredShop, {
  type: 'shops',
  description: 'A shop: one tenant.',
  path: '/api/shops',
  filters: { domain: { description: 'Equal to the value.' } },
  sortable: ['domain', 'name'],
  events: ['updated'],
});

/** What its document shows of a shop. */
export const shopColumns = ['id', 'domain', 'name', 'title', 'description'] as const;
export type ShownShop = Pick<StoredShop, (typeof shopColumns)[number]>;
