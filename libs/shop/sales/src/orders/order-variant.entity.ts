import { Int, ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A variant with stock reserved by an order. */
@Entity({ schema: 'shop', name: 'order_variants' })
export class OrderVariant extends ShopRow {
  @Uuid({ primary: true })
  order_id: string;

  @Uuid({ primary: true })
  variant_id: string;

  @Int()
  quantity: number;

  @Int()
  reserved: number;
}
