import {
  aGift,
  anOrder,
  changed,
  codesOf,
  identifiers,
  type Made,
  type TestApi,
} from '@storewright/api-testing';
import { atomicExtension, mediaType } from '@storewright/json-api';
import fc from 'fast-check';
import { startSalesApi } from '../testing/sales-api';
import { paymentAmounts, returnedGifts } from './amounts';
import { checkStates, type OrderStates, paymentStates } from './order-states';

/** Attributes that a client sends in one PATCH of an order. */
type Change = Partial<Pick<OrderStates, 'status' | 'payment_status'>> & { refunded_amount?: number };

const MAX_AMOUNT = 2_000;
const amount = fc.integer({ min: 1, max: MAX_AMOUNT });
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>({ payment_status: 'paid' }),
  fc.constant<Change>({ payment_status: 'refunded' }),
  fc.constant<Change>({ status: 'cancelled' }),
  fc.constant<Change>({ payment_status: 'refunded', status: 'cancelled' }),
  amount.map((refunded_amount): Change => ({ payment_status: 'partially_refunded', refunded_amount })),
  amount.map((refunded_amount): Change => ({
    ...{ payment_status: 'partially_refunded', refunded_amount, status: 'cancelled' },
  })),
  fc.record(
    {
      status: fc.constantFrom('cancelled' as const, 'completed' as const),
      payment_status: fc.constantFrom(...(Object.keys(paymentStates) as OrderStates['payment_status'][])),
      refunded_amount: amount,
    },
    { requiredKeys: [] },
  ),
);
const gifts = fc.array(amount, { minLength: 1, maxLength: 3 });

describe('returnedGifts', () => {
  it.each([
    [[1000], 1000, 0, [1000]],
    [[1000], 1000, 1000, [0]],
    [[1000], 1000, 400, [600]],
    [[1000], 4531, 3531, [1000]],
    [[1000], 4531, 4000, [531]],
    [[300, 700], 1000, 500, [300, 200]],
    [[], 1000, 1000, []],
  ])(
    'returns, for gift code payments %j, %d paid and %d refunded, the amounts %j for the gift codes',
    (paid, paid_amount, refunded_amount, returned) => {
      expect(returnedGifts(paid, { paid_amount, refunded_amount })).toEqual(returned);
    },
  );

  it('returns amounts whose sum with all refunds is at most the amount paid, after any sequence of changes', () => {
    fc.assert(
      fc.property(gifts, amount, fc.array(change, { maxLength: 8 }), (balances, total, changes) => {
        const order = new ModelOrder(balances, total);
        for (const each of changes) order.apply(each);
        expect(order.refunded + order.returned).toBeLessThanOrEqual(order.paid);
        expect(order.paid).toBeLessThanOrEqual(total);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Model of an order that applies the rules without a database. */
class ModelOrder {
  returned = 0;
  private readonly giftAmounts: number[] = [];
  private row: OrderStates & Record<'total_amount' | 'paid_amount' | 'refunded_amount', number>;

  constructor(balances: readonly number[], total_amount: number) {
    let open = total_amount;
    for (const balance of balances) {
      this.giftAmounts.push(Math.min(balance, open));
      open -= this.giftAmounts.at(-1)!;
    }
    this.row = {
      ...{
        status: 'open',
        payment_status: open === 0 ? 'paid' : 'pending',
        fulfillment_status: 'unfulfilled',
      },
      ...{ total_amount, paid_amount: total_amount - open, refunded_amount: 0 },
    };
  }

  get paid(): number {
    return this.row.paid_amount;
  }

  get refunded(): number {
    return this.row.refunded_amount;
  }

  apply(sent: Change): void {
    if (this.row.status === 'cancelled') return;
    try {
      checkStates(this.row, sent, '');
      const { refunded_amount: _, ...states } = sent;
      const next = { ...this.row, ...paymentAmounts(this.row, sent, ''), ...states };
      if (next.status === 'cancelled') this.returned += sum(returnedGifts(this.giftAmounts, next));
      this.row = next;
    } catch (error) {
      expect(error).toMatchObject({
        code: expect.stringMatching(/^(illegal_transition|invalid_attribute)$/),
      });
    }
  }
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0);

describe('PATCH /api/orders/:id', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startSalesApi();
  });
  afterAll(() => api.close());

  const aPaidOrder = async (balances: readonly number[], total: number) => {
    const codes: Made[] = [];
    let open = total;
    for (const balance of balances) {
      if (open === 0) break;
      codes.push(await aGift(api.http, balance));
      open -= Math.min(balance, open);
    }
    const line_items = [{ title: 'Ring', price_amount: total, quantity: 1 }];
    const relationships = {
      codes: identifiers(
        'codes',
        codes.map(({ id }) => id),
      ),
    };
    const order = await anOrder(api.http, { line_items, currency_code: 'EUR' }, relationships);
    return { order, codes, gifted: total - open };
  };

  /**
   * Sends the changes in one atomic request (`atomic`), in separate requests one after the other (`each`), or in
   * concurrent requests (`at once`).
   */
  const send = async ({ id, path }: Made, changes: readonly Change[], how: 'atomic' | 'each' | 'at once') => {
    const documents = changes.map((each) => changed('orders', id, each));
    if (how === 'at once') return Promise.all(documents.map((each) => api.http.patch(path, each)));
    if (how === 'each') {
      const answers = [];
      for (const each of documents) answers.push(await api.http.patch(path, each));
      return answers;
    }
    const operations = documents.map((each) => ({ op: 'update', ...each }));
    const media = `${mediaType};ext="${atomicExtension}"`;
    const headers = { 'content-type': media, accept: media };
    return [await api.http.post('/api/operations', { 'atomic:operations': operations }, { headers })];
  };

  const amountsOf = async ({ path }: Made) => (await api.http.get(path)).body.data.attributes;

  it('refunds and returns to gift codes at most the paid amount, after any sequence of requests', async () => {
    const how = fc.constantFrom('atomic' as const, 'each' as const, 'at once' as const);
    const batch = fc.tuple(fc.array(change, { minLength: 1, maxLength: 3 }), how);
    await fc.assert(
      fc.asyncProperty(gifts, amount, fc.array(batch, { maxLength: 3 }), async (balances, total, batches) => {
        const { order, codes, gifted } = await aPaidOrder(balances, total);
        for (const [changes, sending] of batches)
          for (const answer of await send(order, changes, sending)) {
            const expected = ['illegal_transition', 'invalid_attribute'];
            if (answer.status >= 300) expect(expected).toEqual(expect.arrayContaining(codesOf(answer)));
          }
        const { paid_amount, refunded_amount, status } = await amountsOf(order);
        const spent = await Promise.all(
          codes.map(async (code) => {
            const { initial_amount, balance_amount } = await amountsOf(code);
            return initial_amount - balance_amount;
          }),
        );
        const returned = gifted - sum(spent);
        expect(refunded_amount + returned).toBeLessThanOrEqual(paid_amount);
        if (status !== 'cancelled') expect(returned).toBe(0);
      }),
      { numRuns: 40 },
    );
  });

  it.each<[string, Change[], number]>([
    ['is refunded and then cancelled', [{ payment_status: 'refunded' }, { status: 'cancelled' }], 0],
    ['is refunded and cancelled at once', [{ payment_status: 'refunded', status: 'cancelled' }], 0],
    [
      'is refunded in part and then cancelled',
      [{ payment_status: 'partially_refunded', refunded_amount: 400 }, { status: 'cancelled' }],
      600,
    ],
    ['is cancelled', [{ status: 'cancelled' }], 1_000],
  ])('returns the rest of 1000 to the gift code of an order that %s', async (_, changes, balance) => {
    const { order, codes } = await aPaidOrder([1_000], 1_000);
    await send(order, changes, 'each');
    expect(await amountsOf(codes[0]!)).toMatchObject({ balance_amount: balance, usage_count: 0 });
  });
});
