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
  CollatedText,
} from '@storewright/entities';
import { AuthoredRow } from '@storewright/tenancy';
import { Entity } from 'typeorm';

import { addressSchema, type PostalAddress } from '../addresses';
import type { FormerCustomer } from './former-customers';
import { type Line, linesSchema } from './line-items';
import type { FulfillmentStatus, OrderStatus, PaymentStatus } from './order-states';

/** A purchase with its payment and fulfillment. Prices do not change after the order is placed. */
@Entity({ schema: 'shop', name: 'orders' })
export class Order extends AuthoredRow {
  @Attribute('Sequential order number, unique within the shop. Starts at 1001.')
  @BigInt()
  number: BigIntText;

  @Attribute('ISO 4217 code for every amount in this order.')
  @CollatedText()
  currency_code: string;

  @Attribute('Ordered items with their titles and prices at the time of the order.', { schema: linesSchema })
  @Json()
  line_items: JsonText<Line[]>;

  @Attribute('Sum of the line items, in minor units of currency_code.')
  @BigInt()
  subtotal_amount: BigIntText;

  @Attribute('Total discount from codes, in minor units of currency_code.')
  @BigInt()
  discount_amount: BigIntText;

  @Attribute('Shipping cost in minor units of currency_code.')
  @BigInt()
  shipping_amount: BigIntText;

  @Attribute('Tax in minor units of currency_code.')
  @BigInt()
  tax_amount: BigIntText;

  @Attribute('Subtotal minus discount, plus shipping and tax, in minor units of currency_code.')
  @BigInt()
  total_amount: BigIntText;

  @Attribute('Amount paid so far, including gift codes, in minor units of currency_code.')
  @BigInt()
  paid_amount: BigIntText;

  @Attribute('Amount refunded so far, in minor units of currency_code.')
  @BigInt()
  refunded_amount: BigIntText;

  @Attribute('Email address for messages about this order.')
  @CollatedText({ nullable: true })
  email: string | null;

  @CollatedText({ nullable: true })
  email_folded: string | null;

  @Attribute('Billing address: the name and address of the person who pays.', { schema: addressSchema })
  @Json({ nullable: true })
  billing_address: JsonText<PostalAddress> | null;

  @Attribute('Shipping address: the name and address that receives the goods.', { schema: addressSchema })
  @Json({ nullable: true })
  shipping_address: JsonText<PostalAddress> | null;

  @Attribute('Internal note about the order. Customers do not see it.')
  @Text({ nullable: true })
  note: string | null;

  @Attribute('Free-form labels for search and organization.')
  @TextArray()
  tags: string[];

  @Attribute('State of the order: open, completed or cancelled.')
  @CollatedText()
  status: OrderStatus;

  @Attribute('Payment status of the order.')
  @CollatedText()
  payment_status: PaymentStatus;

  @Attribute('Fulfillment status of the order. not_required means that no goods are shipped.')
  @CollatedText()
  fulfillment_status: FulfillmentStatus;

  @Attribute('Reason for the cancellation. null unless the order was cancelled with a reason.')
  @Text({ nullable: true })
  cancel_reason: string | null;

  @Attribute('Time at which the payment was authorized. null if the payment was never authorized.')
  @Timestamp({ nullable: true })
  authorized_at: string | null;

  @Attribute('Time at which the order was fully paid. null if the order was never fully paid.')
  @Timestamp({ nullable: true })
  paid_at: string | null;

  @Attribute('Time of the last refund. null without a refund.')
  @Timestamp({ nullable: true })
  refunded_at: string | null;

  @Attribute('Time at which the payment was voided. null if the payment was not voided.')
  @Timestamp({ nullable: true })
  voided_at: string | null;

  @Attribute('Time at which all items of the order were fulfilled. null until then.')
  @Timestamp({ nullable: true })
  fulfilled_at: string | null;

  @Attribute('Time at which the goods were returned. null without a return.')
  @Timestamp({ nullable: true })
  returned_at: string | null;

  @Attribute('Time at which the order was completed. null until then.')
  @Timestamp({ nullable: true })
  completed_at: string | null;

  @Attribute('Time at which the order was cancelled. null unless the order is cancelled.')
  @Timestamp({ nullable: true })
  cancelled_at: string | null;

  @Uuid({ nullable: true })
  customer_id: string | null;

  @Json({ nullable: true })
  former_customers: JsonText<readonly FormerCustomer[]> | null;
}
