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

import type { PostalAddress } from '../addresses';
import type { CustomerStatus } from './customer-states';

/** Who buys. */
@Entity({ schema: 'shop', name: 'customers' })
export class Customer extends VersionedRow {
  @Attribute()
  @Word({ nullable: true })
  email: string | null;

  @Word({ nullable: true })
  email_folded: string | null;

  @Attribute()
  @Word({ nullable: true })
  phone: string | null;

  @Attribute()
  @Text({ nullable: true })
  first_name: string | null;

  @Attribute()
  @Text({ nullable: true })
  last_name: string | null;

  @Attribute()
  @Bool()
  accepts_marketing: boolean;

  @Attribute()
  @Json({ nullable: true })
  default_address: JsonText<PostalAddress> | null;

  @Attribute()
  @Text({ nullable: true })
  note: string | null;

  @Attribute()
  @TextArray()
  tags: string[];

  @Attribute()
  @Word()
  status: CustomerStatus;

  @Attribute()
  @Int()
  orders_count: number;

  @Attribute()
  @BigInt()
  total_spent_amount: BigIntText;
}
