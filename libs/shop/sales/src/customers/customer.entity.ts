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
  Word,
} from '@storewright/entities';
import { Entity } from 'typeorm';

import { addressSchema, type PostalAddress } from '../addresses';
import type { CustomerStatus } from './customer-states';
import { type CurrencyAmount, currencyAmountsSchema } from './spent-amounts';

/** Who buys. */
@Entity({ schema: 'shop', name: 'customers' })
export class Customer extends VersionedRow {
  @Attribute('Unique in the shop, in whatever case.')
  @Word({ nullable: true })
  email: string | null;

  @Word({ nullable: true })
  email_folded: string | null;

  @Attribute('A telephone number.')
  @Word({ nullable: true })
  phone: string | null;

  @Attribute('First name.')
  @Text({ nullable: true })
  first_name: string | null;

  @Attribute('Last name.')
  @Text({ nullable: true })
  last_name: string | null;

  @Attribute('Whether the customer agreed to be told of offers.')
  @Bool()
  accepts_marketing: boolean;

  @Attribute('Where the customer usually gets things.', { schema: addressSchema })
  @Json({ nullable: true })
  default_address: JsonText<PostalAddress> | null;

  @Attribute('Words of the shop’s own.')
  @Text({ nullable: true })
  note: string | null;

  @Attribute('Words of the shop’s own.')
  @TextArray()
  tags: string[];

  @Attribute('Redacted is for good: nothing personal is left.')
  @Word()
  status: CustomerStatus;

  @Attribute('Orders that are not cancelled.')
  @Int()
  orders_count: number;

  @Attribute(
    'Amounts paid less amounts refunded, one sum for each currency. Cancelled orders do not count.',
    {
      schema: currencyAmountsSchema,
    },
  )
  @Json({ default: [] })
  total_spent: JsonText<readonly CurrencyAmount[]>;

  @Attribute(
    'Sum of total_spent over all currencies. It is an amount only if all orders have one currency.',
    {
      deprecated: { since: '2026-11-26', instead: 'Read total_spent, which has a sum for each currency.' },
    },
  )
  @BigInt()
  total_spent_amount: BigIntText;
}
