import {
  Attribute,
  BigInt,
  type BigIntText,
  Int,
  Uuid,
  VersionedRow,
  CollatedText,
} from '@storewright/entities';
import { Entity } from 'typeorm';

import type { InventoryPolicy } from './variants.dto';

/** A purchasable form of a product, such as a size or colour, with its price and stock. */
@Entity({ schema: 'shop', name: 'variants' })
export class Variant extends VersionedRow {
  @Uuid()
  product_id: string;

  @Attribute('Title that distinguishes the variant within its product.')
  @CollatedText()
  title: string;

  @Attribute('Stock keeping unit, unique in the shop.')
  @CollatedText({ nullable: true })
  sku: string | null;

  @Attribute('Price in minor units of currency_code.')
  @BigInt()
  price_amount: BigIntText;

  @Attribute('Former price in minor units of currency_code, shown as a comparison. null means none.')
  @BigInt({ nullable: true })
  compare_at_amount: BigIntText | null;

  @Attribute('ISO 4217 code of the prices, such as EUR.')
  @CollatedText()
  currency_code: string;

  @Attribute('Quantity in stock. null means that stock is not tracked.')
  @Int({ nullable: true })
  inventory_quantity: number | null;

  @Attribute('Whether the variant can be ordered when it is out of stock.')
  @CollatedText()
  inventory_policy: InventoryPolicy;

  @Attribute('Position among the variants of the product.')
  @Int()
  position: number;
}
