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
  @Attribute()
  @Word()
  code: string;

  @Word()
  code_folded: string;

  @Attribute()
  @Word()
  kind: CodeKind;

  @Attribute()
  @Word({ nullable: true })
  value_type: ValueType | null;

  @Attribute()
  @BigInt({ nullable: true })
  value: BigIntText | null;

  @Attribute()
  @Word({ nullable: true })
  currency_code: string | null;

  @Attribute()
  @BigInt({ nullable: true })
  initial_amount: BigIntText | null;

  @Attribute()
  @BigInt({ nullable: true })
  balance_amount: BigIntText | null;

  @Attribute()
  @BigInt({ nullable: true })
  minimum_subtotal_amount: BigIntText | null;

  @Attribute()
  @Int({ nullable: true })
  usage_limit: number | null;

  @Attribute()
  @Int({ nullable: true })
  usage_limit_per_customer: number | null;

  @Attribute()
  @Int()
  usage_count: number;

  @Attribute()
  @Timestamp({ nullable: true })
  starts_at: string | null;

  @Attribute()
  @Timestamp({ nullable: true })
  ends_at: string | null;

  @Attribute()
  @Bool()
  enabled: boolean;

  @Uuid({ nullable: true })
  customer_id: string | null;
}
