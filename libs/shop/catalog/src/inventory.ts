import { Injectable } from '@nestjs/common';
import { allInOrder } from '@storewright/database';
import type { Row } from '@storewright/entities';
import type { ReadContext, ShopTransaction } from '@storewright/tenancy';
import type { SelectQueryBuilder } from 'typeorm';
import { type QuantityChange, recordChange } from './inventory-changes/record-change';
import { Product } from './products/product.entity';
import { Variant } from './variants/variant.entity';
import { VariantsRepository } from './variants/variants.repository';

type ProductOfVariants = Pick<Row<Product>, 'id' | 'title' | 'status'>;

function ofVariants(query: SelectQueryBuilder<Product>): SelectQueryBuilder<Product> {
  const variants = query.dataSource
    .createQueryBuilder(Variant, 'v')
    .select('v.product_id')
    .where('v.shop_id = :shop_id AND v.id = ANY (:variantIds)');
  for (const column of ['id', 'title', 'status']) query.addSelect(`t.${column}`, column);
  return query.where(`t.id IN (${variants.getQuery()})`);
}

@Injectable()
export class Inventory {
  constructor(private readonly variants: VariantsRepository) {}

  /** Locks the variants with these ids in ascending order of id. Ignores ids of missing variants. */
  lockVariants(tx: ShopTransaction, ids: readonly string[]): Promise<Row<Variant>[]> {
    return this.variants.lockAll(tx, ids);
  }

  async findProductsOf(context: ReadContext, variantIds: readonly string[]): Promise<ProductOfVariants[]> {
    if (variantIds.length === 0) return [];
    return context.repository(Product).select<ProductOfVariants>('of variants', ofVariants, { variantIds });
  }

  /** Sets the stock of a locked variant. Writes the event and records the stock change. */
  async setQuantity(
    tx: ShopTransaction,
    variant: Row<Variant>,
    { quantity: after, ...cause }: { quantity: number } & Pick<QuantityChange, 'reason' | 'order_id'>,
  ): Promise<void> {
    const { inventory_quantity: before } = variant;
    await allInOrder([
      tx.repository(Variant).update(variant, { inventory_quantity: after }),
      ...recordChange(tx, { variant, before, after, ...cause }),
    ]);
  }
}
