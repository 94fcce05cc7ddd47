import { BigInt, type BigIntText, ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A discount code or gift code that an order redeemed, with the amounts that the code contributed. */
@Entity({ schema: 'shop', name: 'order_codes' })
export class OrderCode extends ShopRow {
  @Uuid({ primary: true })
  order_id: string;

  @Uuid({ primary: true })
  code_id: string;

  @BigInt()
  discount_amount: BigIntText;

  @BigInt()
  gift_amount: BigIntText;
}
