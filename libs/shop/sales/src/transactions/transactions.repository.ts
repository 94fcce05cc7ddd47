import { Injectable } from '@nestjs/common';
import { allInOrder } from '@storewright/database';
import { parseJson, type Row } from '@storewright/entities';
import { ApiError, isUuid } from '@storewright/json-api';
import {
  illegalTransition,
  type NewObjectInput,
  type PlannedWrite,
  requireLockedAhead,
  ResourceRepository,
  type RowLock,
  type WritePlan,
  withWrites,
} from '@storewright/resources';
import { authorOf, type InsertValues, type ShopTransaction } from '@storewright/tenancy';
import { addToSums, lockCustomers } from '../orders/order-customer';
import { Order } from '../orders/order.entity';
import { databaseTime } from '../orders/order-time';
import { lockOrderOf, locksOfOrders, refuseCancelled } from '../orders/orders-of-entries';
import { StockReservation } from '../orders/stock-reservation';
import { completeHistory, readEntries, valuesOf } from './payment-history';
import { limitOf, type Payment, paymentOf, type PaymentSums } from './payment-rules';
import { postedKinds } from './transaction-kinds';
import { amountOfLines, quantitiesToRestock, refundedLines } from './refunded-lines';
import type { Transaction } from './transaction.entity';
import type { CreateTransaction } from './transactions.dto';
import { transactions } from './transactions.resource';

type Input = NewObjectInput<CreateTransaction>;

/**
 * Repository of payment transactions. A new transaction also changes the order and the customer, and can
 * change stock.
 */
@Injectable()
export class TransactionsRepository extends ResourceRepository<Transaction, CreateTransaction> {
  static override readonly resource = transactions;

  constructor(private readonly stock: StockReservation) {
    super();
  }

  /**
   * Locks the order and its customer, because a new payment transaction changes both. A refund that returns
   * goods to stock also locks variants.
   */
  override async locksOf(
    tx: ShopTransaction,
    writes: readonly PlannedWrite<CreateTransaction>[],
  ): Promise<RowLock[]> {
    const added = writes.flatMap((write) => (write.op === 'add' ? [write.input] : []));
    const [locks, others] = await allInOrder([
      super.locksOf(tx, writes),
      locksOfOrders(tx, added, ({ attributes }, order) => [
        ...quantitiesToRestock(parseJson(order.line_items), attributes.line_items ?? []).keys(),
      ]),
    ]);
    return [...locks, ...others];
  }

  protected override async beforeInsert(
    input: Input,
    tx: ShopTransaction,
  ): Promise<WritePlan<InsertValues<Transaction>>> {
    const { attributes, pointer } = input;
    const place = `${pointer}/attributes`;
    const [order, entries] = await allInOrder([lockOrderOf(tx, input), readEntriesOf(tx, input)]);
    refuseCancelled(order, input);
    checkCurrency(order, attributes, place);
    const lines = refundedLines(order, entries, attributes.line_items, place);
    const sums = await completeHistory(tx, order, entries);
    const payment = paymentOf(attributes.kind, amountOf(order, sums, attributes, place), order, sums);
    const restocked = quantitiesToRestock(parseJson(order.line_items), lines);
    await this.changeOrder(tx, order, payment);
    await this.stock.restock(tx, order.id, restocked);
    const { note = null, reference = null } = attributes;
    const values = {
      ...valuesOf(order, payment.entry),
      ...authorOf(tx.shop),
      ...{ note, reference, line_items: lines.length > 0 ? lines : null },
    };
    return withWrites<InsertValues<Transaction>>(values, {});
  }

  private async changeOrder(tx: ShopTransaction, order: Row<Order>, payment: Payment): Promise<void> {
    const { payment_status, paid_amount, refunded_amount } = payment;
    const { currency_code, customer_id } = order;
    // A concurrent request may have changed the customer of the order before the order was locked.
    if (customer_id !== null) requireLockedAhead(tx, 'customers', [customer_id]);
    const spent = paid_amount - refunded_amount - (Number(order.paid_amount) - Number(order.refunded_amount));
    if (customer_id !== null && spent !== 0) {
      const [customer] = await lockCustomers(tx, [customer_id]);
      if (customer) await addToSums(tx, customer, { orders: 0, spent, currency_code });
    }
    const times = await timesOf(tx, order, payment);
    await tx.repository(Order).update(order, { payment_status, paid_amount, refunded_amount, ...times });
  }
}

const readEntriesOf = (tx: ShopTransaction, { relationships }: Input) => {
  const id = relationships['order'];
  return isUuid(String(id)) ? readEntries(tx, String(id)) : [];
};

function checkCurrency({ currency_code }: Row<Order>, sent: CreateTransaction, pointer: string): void {
  if (sent.currency_code === undefined || sent.currency_code === currency_code) return;
  throw new ApiError('invalid_attribute', {
    detail: 'currency_code must be the currency of the order. It can be omitted.',
    source: { pointer: `${pointer}/currency_code` },
    meta: { attribute: 'currency_code' },
    disclosed: {
      scope: 'orders.get',
      detail: `currency_code must be ${currency_code}, the currency of the order.`,
    },
  });
}

/**
 * Returns the amount of a new payment transaction, from the request or by default. Throws 409 if the order
 * accepts no amount, and 422 if the amount is too high.
 */
function amountOf(order: Row<Order>, sums: PaymentSums, sent: CreateTransaction, pointer: string): number {
  const { kind, line_items } = sent;
  const limit = limitOf(kind, order, sums);
  if (limit === 0)
    throw illegalTransition('orders.get', {
      detail: `With payment_status "${order.payment_status}" the order accepts no transaction of kind "${kind}".`,
      pointer: `${pointer}/kind`,
      allowed: postedKinds.filter((each) => limitOf(each, order, sums) > 0),
    });
  const amount = sent.amount ?? (line_items ? Math.min(amountOfLines(order, line_items), limit) : limit);
  if (amount > 0 && amount <= limit) return amount;
  throw new ApiError('invalid_attribute', {
    detail:
      amount === 0
        ? 'The refunded lines cost nothing. Send an amount.'
        : `amount exceeds what ${words[kind]}.`,
    source: { pointer: sent.amount === undefined ? pointer : `${pointer}/amount` },
    meta: { attribute: 'amount' },
    ...(amount > 0 && {
      disclosed: {
        scope: 'orders.get',
        detail: `amount must be at most ${limit}, which is what ${words[kind]}.`,
        meta: { attribute: 'amount', available: limit },
      },
    }),
  });
}

const words = {
  authorization: 'is neither paid nor authorized',
  capture: 'is authorized, or without an authorization what is not paid',
  refund: 'is paid and not refunded',
  void: 'is authorized',
} as const;

async function timesOf(tx: ShopTransaction, order: Row<Order>, payment: Payment) {
  const { payment_status, paid_amount, entry } = payment;
  const isPaid = paid_amount === Number(order.total_amount) && paid_amount !== Number(order.paid_amount);
  const isNew = payment_status !== order.payment_status;
  const columns = [
    ...(isPaid ? (['paid_at'] as const) : []),
    ...(isNew && payment_status === 'authorized' ? (['authorized_at'] as const) : []),
    ...(isNew && payment_status === 'voided' ? (['voided_at'] as const) : []),
    ...(entry.kind === 'refund' ? (['refunded_at'] as const) : []),
  ];
  if (columns.length === 0) return {};
  const now = await databaseTime(tx, order.id);
  return Object.fromEntries(columns.map((column) => [column, now]));
}
