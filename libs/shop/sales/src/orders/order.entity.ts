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

import { addressSchema, type PostalAddress } from '../addresses';
import type { FormerCustomer } from './former-customers';
import { type Line, linesSchema } from './line-items';
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from './order-states';

/** What a customer bought, at the prices of that moment, and what became of it. */
@Entity({ schema: 'shop', name: 'orders' })
export class Order extends VersionedRow {
  @Attribute('Counts the orders of the shop, from 1001.')
  @BigInt()
  number: BigIntText;

  @Attribute('ISO 4217, of all its amounts.')
  @Word()
  currency_code: string;

  @Attribute('What was bought, at the prices of that moment.', { schema: linesSchema })
  @Json()
  line_items: JsonText<Line[]>;

  @Attribute('The sum of its lines.')
  @BigInt()
  subtotal_amount: BigIntText;

  @Attribute('What its codes take off.')
  @BigInt()
  discount_amount: BigIntText;

  @Attribute('What sending it costs.')
  @BigInt()
  shipping_amount: BigIntText;

  @Attribute('Taxes.')
  @BigInt()
  tax_amount: BigIntText;

  @Attribute('Subtotal less discount, with shipping and tax.')
  @BigInt()
  total_amount: BigIntText;

  @Attribute('What was paid so far, by gifts too.')
  @BigInt()
  paid_amount: BigIntText;

  @Attribute('All that was refunded so far.')
  @BigInt()
  refunded_amount: BigIntText;

  @Attribute('Where the customer is told about it.')
  @Word({ nullable: true })
  email: string | null;

  @Word({ nullable: true })
  email_folded: string | null;

  @Attribute('Who pays.', { schema: addressSchema })
  @Json({ nullable: true })
  billing_address: JsonText<PostalAddress> | null;

  @Attribute('Where it is sent to.', { schema: addressSchema })
  @Json({ nullable: true })
  shipping_address: JsonText<PostalAddress> | null;

  @Attribute('Words of the shop’s own.')
  @Text({ nullable: true })
  note: string | null;

  @Attribute('Words of the shop’s own.')
  @TextArray()
  tags: string[];

  @Attribute('Whether it is open, done or cancelled.')
  @Word()
  status: OrderStatus;

  @Attribute('How far it is paid.')
  @Word()
  payment_status: PaymentStatus;

  @Attribute('How far it is sent.')
  @Word()
  fulfillment_status: FulfillmentStatus;

  @Attribute('Why it was cancelled.')
  @Text({ nullable: true })
  cancel_reason: string | null;

  @Attribute('When the payment was authorized.')
  @Timestamp({ nullable: true })
  authorized_at: string | null;

  @Attribute('When it was paid.')
  @Timestamp({ nullable: true })
  paid_at: string | null;

  @Attribute('When something of it was last refunded.')
  @Timestamp({ nullable: true })
  refunded_at: string | null;

  @Attribute('When the payment was voided.')
  @Timestamp({ nullable: true })
  voided_at: string | null;

  @Attribute('When all of it was sent.')
  @Timestamp({ nullable: true })
  fulfilled_at: string | null;

  @Attribute('When it came back.')
  @Timestamp({ nullable: true })
  returned_at: string | null;

  @Attribute('When it was completed.')
  @Timestamp({ nullable: true })
  completed_at: string | null;

  @Attribute('When it was cancelled.')
  @Timestamp({ nullable: true })
  cancelled_at: string | null;

  @Uuid({ nullable: true })
  customer_id: string | null;

  @Json({ nullable: true })
  former_customers: JsonText<readonly FormerCustomer[]> | null;
}
