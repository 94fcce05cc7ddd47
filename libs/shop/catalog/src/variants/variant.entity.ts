import { Attribute, BigInt, type BigIntText, Int, Uuid, VersionedRow, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

import type { InventoryPolicy } from './variants.dto';

/** What is bought: a product in one size, colour or edition, with its price and its stock. */
@Entity({ schema: 'shop', name: 'variants' })
export class Variant extends VersionedRow {
  @Uuid()
  product_id: string;

  @Attribute()
  @Word()
  title: string;

  @Attribute()
  @Word({ nullable: true })
  sku: string | null;

  @Attribute()
  @BigInt()
  price_amount: BigIntText;

  @Attribute()
  @BigInt({ nullable: true })
  compare_at_amount: BigIntText | null;

  @Attribute()
  @Word()
  currency_code: string;

  @Attribute()
  @Int({ nullable: true })
  inventory_quantity: number | null;

  @Attribute()
  @Word()
  inventory_policy: InventoryPolicy;

  @Attribute()
  @Int()
  position: number;
}
