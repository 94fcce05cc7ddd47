import { tableOf } from './entity-columns';
import type { EntityClass } from './row';
import { ShopRow } from './shop-row';

/**
 * Location of a table's rows on a Citus cluster. `distributed`: all rows of a shop are on one node.
 * `reference`: every node has all rows. `local`: the rows are on the auth database server, which is not part
 * of the cluster.
 */
export type TableKind = 'distributed' | 'reference' | 'local';

/**
 * Derives the location of a table's rows from the entity. Shop data is in the schema `shop`, and rows that
 * belong to a shop extend `ShopRow`.
 */
export function tableKindOf(entity: EntityClass): TableKind {
  if (!tableOf(entity).startsWith('shop.')) return 'local';
  return entity.prototype instanceof ShopRow ? 'distributed' : 'reference';
}
