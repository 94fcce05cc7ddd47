import { Injectable } from '@nestjs/common';
import { type NewObjectInput, ResourceRepository } from '@storewright/resources';
import { type InsertValues, type ShopTransaction, SqlValue } from '@storewright/tenancy';
import type { Variant } from './variant.entity';
import type { CreateVariant, UpdateVariant } from './variants.dto';
import { variants } from './variants.resource';

/**
 * Position after the product's last variant. Locks the product, so that concurrently created variants get
 * different positions.
 */
const nextPosition = (product: string) =>
  new SqlValue({
    name: 'next',
    sql: '(SELECT position FROM next)',
    with: [
      {
        name: 'next',
        sql: `SELECT coalesce(max(v.position), 0) + 1 AS position FROM shop.variants v
          WHERE v.shop_id = :shop_id::uuid AND v.product_id = :product_id::uuid`,
        columns: { position: 'integer' },
      },
    ],
    lock: { type: 'products', id: product, lock: 'no_key_update' },
  });

@Injectable()
export class VariantsRepository extends ResourceRepository<Variant, CreateVariant, UpdateVariant> {
  static override readonly resource = variants;
  protected override readonly unique = { sku: 'sku' };

  protected override beforeInsert(
    { attributes, relationships }: NewObjectInput<CreateVariant>,
    { shop }: ShopTransaction,
  ): InsertValues<Variant> {
    const { position = nextPosition(String(relationships['product'])) } = attributes;
    return { inventory_policy: 'deny', currency_code: shop.currency_code, ...attributes, position };
  }
}
