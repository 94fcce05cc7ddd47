import {
  Attribute,
  BigInt,
  type BigIntText,
  Bool,
  Int,
  Json,
  type JsonText,
  Text,
  TextArray,
  VersionedRow,
  CollatedText,
} from '@storewright/entities';
import { Entity } from 'typeorm';

import { addressSchema, type PostalAddress } from '../addresses';
import type { CustomerStatus } from './customer-states';
import { type CurrencyAmount, currencyAmountsSchema } from './spent-amounts';

@Entity({ schema: 'shop', name: 'customers' })
export class Customer extends VersionedRow {
  @Attribute('Email address, unique in the shop, ignoring case.')
  @CollatedText({ nullable: true })
  email: string | null;

  @CollatedText({ nullable: true })
  email_folded: string | null;

  @Attribute('Phone number.')
  @CollatedText({ nullable: true })
  phone: string | null;

  @Attribute('First name.')
  @Text({ nullable: true })
  first_name: string | null;

  @Attribute('Last name.')
  @Text({ nullable: true })
  last_name: string | null;

  @Attribute('Whether the customer agreed to marketing messages.')
  @Bool()
  accepts_marketing: boolean;

  @Attribute('Default shipping address.', { schema: addressSchema })
  @Json({ nullable: true })
  default_address: JsonText<PostalAddress> | null;

  @Attribute('Free-form labels for search and organization.')
  @Text({ nullable: true })
  note: string | null;

  @Attribute('Internal note.')
  @TextArray()
  tags: string[];

  @Attribute('redacted is permanent: all personal data is erased.')
  @CollatedText()
  status: CustomerStatus;

  @Attribute('Number of orders, excluding cancelled ones.')
  @Int()
  orders_count: number;

  @Attribute('Amounts paid minus amounts refunded, one sum per currency, excluding cancelled orders.', {
    schema: currencyAmountsSchema,
  })
  @Json({ default: [] })
  total_spent: JsonText<readonly CurrencyAmount[]>;

  @Attribute('Sum of total_spent over all currencies. Meaningful only if all orders have one currency.', {
    deprecated: { since: '2026-11-26', instead: 'Use total_spent, which has a sum per currency.' },
  })
  @BigInt()
  total_spent_amount: BigIntText;
}
