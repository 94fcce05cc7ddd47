import { tableOf } from './entity-columns';
import type { EntityClass } from './row';
import { ShopRow } from './shop-row';

/**
 * Where the rows of a table are on a cluster: those of a shop together on some node, on every node, or on the
 * server of the auth data, which is no part of it.
 */
export type TableKind = 'distributed' | 'reference' | 'local';

/** Follows from what the entity is: the shop data is in the schema `shop`, and a row of a shop is a `ShopRow`. */
export function tableKindOf(entity: EntityClass): TableKind {
  if (!tableOf(entity).startsWith('shop.')) return 'local';
  return entity.prototype instanceof ShopRow ? 'distributed' : 'reference';
}
