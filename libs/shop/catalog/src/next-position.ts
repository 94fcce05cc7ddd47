import { type EntityClass, tableOf } from '@storewright/entities';
import { SqlValue } from '@storewright/tenancy';

interface Positioned {
  product_id: string;
  position: number;
}

/**
 * Returns the position after the last row of the product. Locks the product, so that concurrent requests get
 * different positions.
 */
export const nextPosition = (entity: EntityClass<Positioned>, product: string) =>
  new SqlValue({
    name: 'next',
    sql: '(SELECT position FROM next)',
    with: [
      {
        name: 'next',
        sql: `SELECT coalesce(max(v.position), 0) + 1 AS position FROM ${tableOf(entity)} v
          WHERE v.shop_id = :shop_id::uuid AND v.product_id = :product_id::uuid`,
        columns: { position: 'integer' },
      },
    ],
    lock: { type: 'products', id: product, lock: 'no_key_update' },
  });
