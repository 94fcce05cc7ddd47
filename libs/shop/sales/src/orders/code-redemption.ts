import { Injectable } from '@nestjs/common';
import { allInOrder } from '@storewright/database';
import type { Row } from '@storewright/entities';
import { noSuch, Violations } from '@storewright/json-api';
import type { ShopTransaction } from '@storewright/tenancy';
import { Any } from 'typeorm';
import { Code } from '../codes/code.entity';
import { CodeProduct } from '../codes/code-product.entity';
import { CodesRepository, type CodeWithStatus } from '../codes/codes.repository';
import { returnedGifts } from './amounts';
import { type Entry, returnOf } from '../transactions/payment-rules';
import { Order } from './order.entity';
import { OrderCode } from './order-code.entity';
import { type Basket, redeem, type Redeemable, type Redemption, type Refusal, refusalOf } from './redemption';

/**
 * A locked discount code or gift code, with the products to which the code is limited. An empty set means all
 * products.
 */
export type LockedCode = CodeWithStatus & { readonly products: ReadonlySet<string> };

export type CancelledOrder = Pick<Row<Order>, 'id'> & {
  readonly paid_amount: string | number;
  readonly refunded_amount: string | number;
};

@Injectable()
export class CodeRedemption {
  constructor(private readonly codes: CodesRepository) {}

  /**
   * Locks the codes in the request and returns them in request order. Throws 404 for an unknown code.
   * `pointer` is the JSON pointer to `data` of the relationship `codes`.
   */
  async lock(tx: ShopTransaction, ids: readonly string[], pointer: string): Promise<LockedCode[]> {
    if (ids.length === 0) return [];
    const [codes, pairs] = await allInOrder([
      this.codes.lockAll(tx, ids),
      tx.repository(CodeProduct).find({ where: { code_id: Any([...ids]) } }),
    ]);
    const productsOf = ({ id }: CodeWithStatus) =>
      new Set(pairs.filter(({ code_id }) => code_id === id).map(({ product_id }) => product_id));
    const found = new Map(codes.map((code) => [code.id, { ...code, products: productsOf(code) }]));
    const violations = new Violations();
    ids.forEach((id, at) => {
      if (!found.has(id)) violations.addError(noSuch('codes', id, `${pointer}/${at}`));
    });
    violations.throwIfAny();
    return ids.map((id) => found.get(id)!);
  }

  async read(
    tx: ShopTransaction,
    codes: readonly LockedCode[],
    customer_id: string | null,
  ): Promise<Redeemable[]> {
    const isLimited = codes.some((code) => code.usage_limit_per_customer !== null);
    const ids = codes.map(({ id }) => id);
    const uses = isLimited && customer_id !== null ? await usesBy(tx, customer_id, ids) : undefined;
    return codes.map((code) => ({
      ...code,
      value: Number(code.value ?? 0),
      balance_amount: Number(code.balance_amount ?? 0),
      minimum_subtotal_amount:
        code.minimum_subtotal_amount === null ? null : Number(code.minimum_subtotal_amount),
      uses_by_customer: uses?.get(code.id) ?? 0,
    }));
  }

  /**
   * Returns the amounts that each code contributes to an order. Throws 422 for each code that cannot be
   * redeemed. `extra` is the sum of shipping and tax.
   */
  redeem(
    codes: readonly Redeemable[],
    { basket, extra }: { basket: Basket; extra: number },
    pointer: string,
  ): Redemption[] {
    const refusals = codes.map((code) => refusalOf(code, basket));
    throwRefusals(refusals, pointer);
    const redemptions = redeem(codes, basket, extra);
    throwRefusals(
      redemptions.map(({ discount_amount, gift_amount }) =>
        discount_amount + gift_amount > 0 ? undefined : noEffect,
      ),
      pointer,
    );
    return redemptions;
  }

  async use(
    tx: ShopTransaction,
    codes: readonly CodeWithStatus[],
    redemptions: readonly Redemption[],
  ): Promise<void> {
    await allInOrder(codes.map((code, at) => count(tx, code, 1, -redemptions[at]!.gift_amount)));
  }

  /**
   * Decrements the usage count of each code of a cancelled order. Returns payments, except refunded amounts,
   * to the gift codes. Returns the new entries of the payment history.
   */
  async release(tx: ShopTransaction, { id: order_id, ...payment }: CancelledOrder): Promise<Entry[]> {
    const used = await tx.repository(OrderCode).find({ where: { order_id }, order: { code_id: 'ASC' } });
    const amounts = returnedGifts(
      used.map(({ gift_amount }) => Number(gift_amount)),
      payment,
    );
    const returned = new Map(used.map(({ code_id }, at) => [code_id, amounts[at]!]));
    for (const code of await this.codes.lockAll(tx, [...returned.keys()]))
      await count(tx, code, -1, returned.get(code.id)!);
    return [...returned].flatMap(([code_id, amount]) => (amount > 0 ? [returnOf(code_id, amount)] : []));
  }
}

const noEffect: Refusal = {
  reason: 'no_effect',
  detail: 'The code would not reduce the amount due. Send the order without this code.',
};

function throwRefusals(refusals: readonly (Refusal | undefined)[], pointer: string): void {
  const violations = new Violations();
  refusals.forEach((refusal, at) => {
    if (!refusal) return;
    const { reason, detail, disclosed } = refusal;
    const meta = { relationship: 'codes', reason };
    const told = disclosed && {
      detail: disclosed.detail,
      meta: { ...meta, reason: disclosed.reason ?? reason },
    };
    violations.add('invalid_relationship', {
      detail,
      source: { pointer: `${pointer}/${at}` },
      meta,
      ...(told && { disclosed: { scope: 'codes.get', ...told } }),
    });
  });
  violations.throwIfAny();
}

/**
 * Counts the customer's orders per code. The customer is locked, so that no concurrent request can add an
 * order. Queries orders by customer, because a customer has fewer orders than a code.
 */
async function usesBy(
  tx: ShopTransaction,
  customer_id: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const rows = await tx
    .repository(Order)
    .select(
      'uses of codes',
      (query) =>
        query
          .innerJoin(OrderCode, 'used', 'used.shop_id = t.shop_id AND used.order_id = t.id')
          .addSelect('used.code_id', 'code_id')
          .addSelect('count(*)::integer', 'uses')
          .where('t.customer_id = :customer_id')
          .andWhere('t.status <> :cancelled')
          .andWhere('used.code_id = ANY (:ids)')
          .groupBy('used.code_id'),
      { customer_id, cancelled: 'cancelled', ids },
    );
  return new Map(rows.map(({ code_id, uses }) => [String(code_id), Number(uses)]));
}

async function count(
  tx: ShopTransaction,
  code: CodeWithStatus,
  uses: number,
  balance: number,
): Promise<void> {
  const { usage_count, balance_amount } = code;
  await tx.repository(Code).update(code, {
    usage_count: usage_count + uses,
    ...(balance_amount !== null && { balance_amount: Number(balance_amount) + balance }),
  });
}
