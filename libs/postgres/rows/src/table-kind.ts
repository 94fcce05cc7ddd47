import { tableOf } from './entity-columns';
import type { EntityClass } from './row';
import { ShopRow } from './shop-row';

/**
 * Location of a table's rows on a cluster. `distributed` means that all rows of a shop are on one node,
 * `reference` that every node has all rows, and `local` that the rows are on the auth database server,
 * outside of the cluster.
 */
export type TableKind = 'distributed' | 'reference' | 'local';

/**
 * Derives the location of rows from the entity. Shop data is in the schema `shop`, and rows of one shop
 * extend `ShopRow`.
 */
export function tableKindOf(entity: EntityClass): TableKind {
  if (!tableOf(entity).startsWith('shop.')) return 'local';
  return entity.prototype instanceof ShopRow ? 'distributed' : 'reference';
}
