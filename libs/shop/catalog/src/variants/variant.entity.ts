import { Attribute, BigInt, type BigIntText, Int, Uuid, VersionedRow, Word } from '@storewright/entities';
import { Entity } from 'typeorm';

import type { InventoryPolicy } from './variants.dto';

/** What is bought: a product in one size, colour or edition, with its price and its stock. */
@Entity({ schema: 'shop', name: 'variants' })
export class Variant extends VersionedRow {
  @Uuid()
  product_id: string;

  @Attribute('What sets it apart from the other variants of its product.')
  @Word()
  title: string;

  @Attribute('Stock keeping unit, unique in the shop.')
  @Word({ nullable: true })
  sku: string | null;

  @Attribute('What it costs, in the smallest unit of its currency.')
  @BigInt()
  price_amount: BigIntText;

  @Attribute('What it cost before, for showing that it is cheaper now.')
  @BigInt({ nullable: true })
  compare_at_amount: BigIntText | null;

  @Attribute('ISO 4217, such as EUR.')
  @Word()
  currency_code: string;

  @Attribute('How many are left; null where the stock is not tracked.')
  @Int({ nullable: true })
  inventory_quantity: number | null;

  @Attribute('Whether it can be ordered when there are none left.')
  @Word()
  inventory_policy: InventoryPolicy;

  @Attribute('Its place among the variants of its product.')
  @Int()
  position: number;
}
