import {
  Attribute,
  BigInt,
  type BigIntText,
  Json,
  type JsonText,
  Text,
  TextArray,
  Timestamp,
  Uuid,
  VersionedRow,
  Word,
} from '@storewright/entities';
import { Entity } from 'typeorm';

import type { PostalAddress } from '../addresses';
import type { Line } from './line-items';
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from './order-states';

/** What a customer bought, at the prices of that moment, and what became of it. */
@Entity({ schema: 'shop', name: 'orders' })
export class Order extends VersionedRow {
  @Attribute()
  @BigInt()
  number: BigIntText;

  @Attribute()
  @Word()
  currency_code: string;

  @Attribute()
  @Json()
  line_items: JsonText<Line[]>;

  @Attribute()
  @BigInt()
  subtotal_amount: BigIntText;

  @Attribute()
  @BigInt()
  discount_amount: BigIntText;

  @Attribute()
  @BigInt()
  shipping_amount: BigIntText;

  @Attribute()
  @BigInt()
  tax_amount: BigIntText;

  @Attribute()
  @BigInt()
  total_amount: BigIntText;

  @Attribute()
  @BigInt()
  paid_amount: BigIntText;

  @Attribute()
  @BigInt()
  refunded_amount: BigIntText;

  @Attribute()
  @Word({ nullable: true })
  email: string | null;

  @Word({ nullable: true })
  email_folded: string | null;

  @Attribute()
  @Json({ nullable: true })
  billing_address: JsonText<PostalAddress> | null;

  @Attribute()
  @Json({ nullable: true })
  shipping_address: JsonText<PostalAddress> | null;

  @Attribute()
  @Text({ nullable: true })
  note: string | null;

  @Attribute()
  @TextArray()
  tags: string[];

  @Attribute()
  @Word()
  status: OrderStatus;

  @Attribute()
  @Word()
  payment_status: PaymentStatus;

  @Attribute()
  @Word()
  fulfillment_status: FulfillmentStatus;

  @Attribute()
  @Text({ nullable: true })
  cancel_reason: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  authorized_at: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  paid_at: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  refunded_at: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  voided_at: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  fulfilled_at: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  returned_at: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  completed_at: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  cancelled_at: string | null;

  @Uuid({ nullable: true })
  customer_id: string | null;
}
