import { Injectable } from '@nestjs/common';
import type { ColumnValues } from '@storewright/entities';
import type { ParsedResource } from '@storewright/json-api';
import { ResourceRepository } from '@storewright/resources';
import type { ShopTransaction } from '@storewright/tenancy';
import { Variant } from './variant.entity';
import type { CreateVariant, UpdateVariant } from './variants.dto';
import { variants } from './variants.resource';

@Injectable()
export class VariantsRepository extends ResourceRepository<Variant, CreateVariant, UpdateVariant> {
  static override readonly resource = variants;
  protected override readonly unique = { sku: 'sku' };

  /** Behind the other variants of its product where no position was sent. */
  protected override async beforeInsert(
    tx: ShopTransaction,
    { attributes, relationships }: ParsedResource<CreateVariant>,
  ): Promise<ColumnValues<Variant>> {
    const position = attributes.position ?? (await lastPosition(tx, String(relationships['product']))) + 1;
    return { inventory_policy: 'deny', ...attributes, position };
  }

  /** Deletes the variants of a product, each with its event. */
  async deleteOf(tx: ShopTransaction, product_id: string): Promise<void> {
    const found = await tx
      .repository(Variant)
      .find({ where: { product_id }, select: ['id'], order: { id: 'ASC' }, lock: 'update' });
    for (const { id } of found) await this.delete(tx, { id });
  }
}

async function lastPosition(tx: ShopTransaction, product_id: string): Promise<number> {
  const [last] = await tx
    .repository(Variant)
    .find({ where: { product_id }, select: ['position'], order: { position: 'DESC' }, take: 1 });
  return last?.position ?? 0;
}
