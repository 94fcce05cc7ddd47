import {
  Attribute,
  BigInt,
  type BigIntText,
  Bool,
  CollatedText,
  Json,
  type JsonText,
  Text,
  Uuid,
} from '@storewright/entities';
import type { JsonSchema } from '@storewright/json-api';
import { AuthoredRow } from '@storewright/tenancy';
import { Entity } from 'typeorm';

import { type TransactionKind, transactionKinds } from './transaction-kinds';
import type { RefundedLine } from './transactions.dto';

const refundedLinesSchema: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: {
      line_index: { type: 'integer', minimum: 0 },
      quantity: { type: 'integer', minimum: 1 },
      restock: { type: 'boolean' },
    },
    required: ['line_index', 'quantity', 'restock'],
  },
};

/**
 * A payment transaction: an entry in the payment history of an order. The database role of the shop API can
 * insert and delete these rows, but can update only the column `version`.
 */
@Entity({ schema: 'shop', name: 'transactions' })
export class Transaction extends AuthoredRow {
  @Uuid()
  order_id: string;

  @Attribute('Kind of the transaction, such as a capture or a refund.', { values: transactionKinds })
  @CollatedText()
  kind: TransactionKind;

  @Attribute(
    'Amount in minor units of currency_code. It is positive, or 0 if a void released no authorization.',
  )
  @BigInt()
  amount: BigIntText;

  @Attribute('ISO 4217 code of the amount, which is the currency of the order.')
  @CollatedText()
  currency_code: string;

  @Attribute(
    'Refunded quantities, each with the index of its order line, and whether the goods were returned to stock.',
    {
      schema: refundedLinesSchema,
    },
  )
  @Json({ nullable: true })
  line_items: JsonText<RefundedLine[]> | null;

  @Attribute('Note of the shop about the transaction.')
  @Text({ nullable: true })
  note: string | null;

  @Attribute('Reference of the payment provider. For a gift card, the id of its code.')
  @CollatedText({ nullable: true })
  reference: string | null;

  @Attribute('true if the entry was derived from the amounts of an order that had no history.')
  @Bool()
  derived: boolean;

  /** Change of the amount that is neither captured nor voided. Captures and voids reduce this amount. */
  @BigInt({ default: 0 })
  authorized_change: BigIntText;
}
