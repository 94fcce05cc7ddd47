import { Int, ShopRow, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

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

  /** Quantity that refunds have returned to stock. A cancellation returns the remaining reserved quantity. */
  @Int({ default: 0 })
  restocked: number;
}
