import { Injectable } from '@nestjs/common';
import type { ColumnValues } from '@storewright/entities';
import type { ParsedResource } from '@storewright/json-api';
import { ResourceRepository } from '@storewright/resources';
import type { InsertExpressions, ShopTransaction } from '@storewright/tenancy';
import { Variant } from './variant.entity';
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
      gives: { position: 'integer' },
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

  protected override insertValues({ attributes }: ParsedResource<CreateVariant>): ColumnValues<Variant> {
    return { inventory_policy: 'deny', ...attributes };
  }

  /** A position that was not sent depends on the variants before it. */
  protected override insertValuesTogether(
    input: ParsedResource<CreateVariant>,
  ): ColumnValues<Variant> | undefined {
    return input.attributes.position === undefined ? undefined : this.insertValues(input);
  }

  /** Deletes the variants of a product, each with its event. */
  async deleteOf(tx: ShopTransaction, product_id: string): Promise<void> {
    const found = await tx
      .repository(Variant)
      .find({ where: { product_id }, select: ['id'], order: { id: 'ASC' }, lock: 'update' });
    for (const { id } of found) await this.delete(tx, { id });
  }
}
