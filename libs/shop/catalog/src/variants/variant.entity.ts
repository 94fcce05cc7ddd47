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

/** A purchasable version of a product, such as a size or color, with its own price and stock. */
@Entity({ schema: 'shop', name: 'variants' })
export class Variant extends VersionedRow {
  @Uuid()
  product_id: string;

  /** Image of the variant. It must be an image of the variant's product. */
  @Uuid({ nullable: true })
  image_id: string | null;

  @Attribute('Title that distinguishes the variant within its product.')
  @CollatedText()
  title: string;

  @Attribute('Stock keeping unit, unique in the shop. null means none.')
  @CollatedText({ nullable: true })
  sku: string | null;

  @Attribute('Price in minor units of currency_code.')
  @BigInt()
  price_amount: BigIntText;

  @Attribute('Former price in minor units of currency_code, shown for comparison. null means none.')
  @BigInt({ nullable: true })
  compare_at_amount: BigIntText | null;

  @Attribute('ISO 4217 code for the prices, such as EUR.')
  @CollatedText()
  currency_code: string;

  @Attribute('Quantity in stock. null means that stock is not tracked.')
  @Int({ nullable: true })
  inventory_quantity: number | null;

  @Attribute('Whether customers can order the variant when it is out of stock: deny or continue.')
  @CollatedText()
  inventory_policy: InventoryPolicy;

  @Attribute('Position of the variant among the variants of its product. The default is the last position.')
  @Int()
  position: number;
}
