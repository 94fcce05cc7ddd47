import type { Shop as StoredShop } from '@storewright/entities';
import { describeResource } from '@storewright/json-api';

/** A shop as the specification has it (§2.3): exactly these attributes. */
export const shops = describeResource({
  type: 'shops',
  path: '/api/shops',
  attributes: { domain: 'string', name: 'string', title: 'string', description: 'string' },
  filters: ['domain'],
  sortable: ['domain', 'name'],
  events: ['updated'],
});

/** What its document shows of a shop. */
export const shopColumns = ['id', 'domain', 'name', 'title', 'description'] as const;
export type ShownShop = Pick<StoredShop, (typeof shopColumns)[number]>;
