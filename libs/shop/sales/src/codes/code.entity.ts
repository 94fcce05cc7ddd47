import {
  Attribute,
  BigInt,
  type BigIntText,
  Bool,
  Int,
  Timestamp,
  Uuid,
  VersionedRow,
  Word,
} from '@storewright/entities';
import { Entity } from 'typeorm';

import type { CodeKind, ValueType } from './code-values';

/** What makes an order cheaper (discount) or pays for it (gift). */
@Entity({ schema: 'shop', name: 'codes' })
export class Code extends VersionedRow {
  @Attribute('What a customer types, in whatever case; unique in the shop.')
  @Word()
  code: string;

  @Word()
  code_folded: string;

  @Attribute('A discount makes an order cheaper, a gift pays for it.')
  @Word()
  kind: CodeKind;

  @Attribute('How a discount counts; null of a gift.')
  @Word({ nullable: true })
  value_type: ValueType | null;

  @Attribute('Basis points of a percentage (1250 is 12.5 %), or an amount; null of a gift.', {
    amountIf: { value_type: 'fixed_amount' },
  })
  @BigInt({ nullable: true })
  value: BigIntText | null;

  @Attribute('ISO 4217, of the amounts; null of a percentage.')
  @Word({ nullable: true })
  currency_code: string | null;

  @Attribute('What a gift was worth at first.')
  @BigInt({ nullable: true })
  initial_amount: BigIntText | null;

  @Attribute('What is left of a gift.')
  @BigInt({ nullable: true })
  balance_amount: BigIntText | null;

  @Attribute('What the lines of an order have to cost at least.')
  @BigInt({ nullable: true })
  minimum_subtotal_amount: BigIntText | null;

  @Attribute('How many orders may use it.')
  @Int({ nullable: true })
  usage_limit: number | null;

  @Attribute('How many orders of one customer may use it.')
  @Int({ nullable: true })
  usage_limit_per_customer: number | null;

  @Attribute('How many orders used it and are not cancelled.')
  @Int()
  usage_count: number;

  @Attribute('When it begins.')
  @Timestamp({ nullable: true })
  starts_at: string | null;

  @Attribute('When it ends.')
  @Timestamp({ nullable: true })
  ends_at: string | null;

  @Attribute('Whether it may be used at all.')
  @Bool()
  enabled: boolean;

  @Uuid({ nullable: true })
  customer_id: string | null;
}
