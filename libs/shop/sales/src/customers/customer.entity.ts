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
  @Attribute('Email address of the customer, unique in the shop. Case is ignored.')
  @CollatedText({ nullable: true })
  email: string | null;

  @CollatedText({ nullable: true })
  email_folded: string | null;

  @Attribute('Phone number of the customer.')
  @CollatedText({ nullable: true })
  phone: string | null;

  @Attribute('First name of the customer.')
  @Text({ nullable: true })
  first_name: string | null;

  @Attribute('Last name of the customer.')
  @Text({ nullable: true })
  last_name: string | null;

  @Attribute('Whether the customer agreed to receive marketing messages.')
  @Bool()
  accepts_marketing: boolean;

  @Attribute('Default shipping address of the customer.', { schema: addressSchema })
  @Json({ nullable: true })
  default_address: JsonText<PostalAddress> | null;

  @Attribute('Internal note about the customer. Customers do not see it.')
  @Text({ nullable: true })
  note: string | null;

  @Attribute('Free-form labels for search and organization.')
  @TextArray()
  tags: string[];

  @Attribute('Status of the customer. redacted is permanent and means that all personal data was erased.')
  @CollatedText()
  status: CustomerStatus;

  @Attribute('Number of orders of the customer, excluding cancelled orders.')
  @Int()
  orders_count: number;

  @Attribute('Amounts paid minus amounts refunded, with one sum per currency. Excludes cancelled orders.', {
    schema: currencyAmountsSchema,
  })
  @Json({ default: [] })
  total_spent: JsonText<readonly CurrencyAmount[]>;

  @Attribute(
    'Sum of total_spent over all currencies, in minor units. Meaningful only if all orders have the ' +
      'same currency.',
    {
      deprecated: { since: '2026-11-26', instead: 'Use total_spent, which has one sum per currency.' },
    },
  )
  @BigInt()
  total_spent_amount: BigIntText;
}
