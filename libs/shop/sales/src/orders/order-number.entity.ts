import { BigInt, type BigIntText, ShopRow } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'shop', name: 'order_numbers' })
export class OrderNumber extends ShopRow {
  @BigInt()
  last_number: BigIntText;
}
