import { Injectable } from '@nestjs/common';
import { type NewObjectInput, ResourceRepository } from '@storewright/resources';
import type { InsertValues, ShopTransaction } from '@storewright/tenancy';
import { nextPosition } from '../next-position';
import { Variant } from './variant.entity';
import type { CreateVariant, UpdateVariant } from './variants.dto';
import { variants } from './variants.resource';

@Injectable()
export class VariantsRepository extends ResourceRepository<Variant, CreateVariant, UpdateVariant> {
  static override readonly resource = variants;
  protected override readonly unique = { sku: 'sku' };

  protected override beforeInsert(
    { attributes, relationships }: NewObjectInput<CreateVariant>,
    { shop }: ShopTransaction,
  ): InsertValues<Variant> {
    const { position = nextPosition(Variant, String(relationships['product'])) } = attributes;
    return { inventory_policy: 'deny', currency_code: shop.currency_code, ...attributes, position };
  }
}
