import { Injectable } from '@nestjs/common';
import type { ColumnValues } from '@storewright/entities';
import type { ParsedResource } from '@storewright/json-api';
import { type PlannedWrite, ResourceRepository, type RowLock } from '@storewright/resources';
import type { InsertExpressions, Shop, ShopTransaction } from '@storewright/tenancy';
import { Product } from '../products/product.entity';
import type { Variant } from './variant.entity';
import type { CreateVariant, UpdateVariant } from './variants.dto';
import { variants } from './variants.resource';

/** Where no position was sent, behind the other variants of the product. */
const behindOthers: InsertExpressions<Variant> = {
  name: 'behind others',
  with: [
    {
      name: 'behind',
      sql: `SELECT coalesce(max(v.position), 0) + 1 AS position FROM shop.variants v
        WHERE v.shop_id = :shop_id::uuid AND v.product_id = :product_id::uuid`,
      columns: { position: 'integer' },
    },
  ],
  columns: { position: 'coalesce(:position::integer, (SELECT position FROM behind))' },
};

@Injectable()
export class VariantsRepository extends ResourceRepository<Variant, CreateVariant, UpdateVariant> {
  static override readonly resource = variants;
  protected override readonly unique = { sku: 'sku' };

  protected override readonly foreignKeys = ['product'];
  protected override readonly expressions = behindOthers;

  protected override insertValues(
    { attributes }: ParsedResource<CreateVariant>,
    { currency_code }: Shop,
  ): ColumnValues<Variant> {
    return { inventory_policy: 'deny', currency_code, ...attributes };
  }

  /** A position that was not sent depends on the other variants of the product, so it takes a lock first. */
  override insertIsSingleStatement(input: ParsedResource<CreateVariant>): boolean {
    return input.attributes.position !== undefined && super.insertIsSingleStatement(input);
  }

  override async locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<CreateVariant, UpdateVariant>[],
  ): Promise<RowLock[]> {
    const positioned = writes.flatMap((write): RowLock[] => {
      if (write.op !== 'add' || write.input.attributes.position !== undefined) return [];
      return [{ type: 'products', id: String(write.input.relationships['product']), lock: 'no_key_update' }];
    });
    return [...(await super.locksOf(tx, writes)), ...positioned];
  }

  /** Two new variants of one product get their positions one after the other. */
  protected override async beforeInsert(
    tx: ShopTransaction,
    input: ParsedResource<CreateVariant>,
  ): Promise<ColumnValues<Variant>> {
    const { product } = input.relationships;
    if (input.attributes.position === undefined && typeof product === 'string')
      await tx.repository(Product).find({ where: { id: product }, select: ['id'], lock: 'no_key_update' });
    return this.insertValues(input, tx.shop);
  }

  /** A position that was not sent depends on the variants before it. */
  protected override insertValuesTogether(
    input: ParsedResource<CreateVariant>,
    shop: Shop,
  ): ColumnValues<Variant> | undefined {
    return input.attributes.position === undefined ? undefined : this.insertValues(input, shop);
  }
}
