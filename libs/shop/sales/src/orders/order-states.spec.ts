import { testDatabase, type TestDatabase } from '@storewright/testing';
import {
  checkStates,
  type FulfillmentStatus,
  fulfillmentStates,
  nextOf,
  nextSql,
  type OrderStates,
  orderStates,
  type OrderStatus,
  paymentStates,
  type PaymentStatus,
  stateFields,
  timestampColumn,
} from './order-states';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.drop());

const every: OrderStates[] = (Object.keys(orderStates) as OrderStatus[]).flatMap((status) =>
  (Object.keys(paymentStates) as PaymentStatus[]).flatMap((payment_status) =>
    (Object.keys(fulfillmentStates) as FulfillmentStatus[]).map((fulfillment_status) => ({
      status,
      payment_status,
      fulfillment_status,
    })),
  ),
);
const made: OrderStates = { status: 'open', payment_status: 'pending', fulfillment_status: 'unfulfilled' };

describe('transitions of order states', () => {
  it('end only in existing states', () => {
    for (const states of [orderStates, paymentStates, fulfillmentStates])
      for (const state of Object.values(states).flat()) expect(Object.keys(states)).toContain(state);
    const all = { status: orderStates, payment_status: paymentStates, fulfillment_status: fulfillmentStates };
    for (const field of stateFields)
      for (const state of Object.keys(timestampColumn[field]))
        expect(Object.keys(all[field])).toContain(state);
  });

  it('are the same in TypeScript and in SQL', async () => {
    const rows = await database.query<{ next: object }>(
      `SELECT ${nextSql('o')} AS next FROM jsonb_to_recordset($1::jsonb) AS o (status text,
        payment_status text, fulfillment_status text)`,
      [JSON.stringify(every)],
    );
    expect(rows.map(({ next }) => next)).toEqual(every.map(nextOf));
  });

  it('allow a cancellation only before fulfillment', () => {
    expect(nextOf(made).status).toEqual(['completed', 'cancelled']);
    expect(nextOf({ ...made, fulfillment_status: 'not_required' }).status).toContain('cancelled');
    for (const fulfillment_status of ['partial', 'fulfilled', 'returned'] as const)
      expect(nextOf({ ...made, fulfillment_status }).status).toEqual(['completed']);
    expect(nextOf({ ...made, status: 'cancelled' })).toEqual({
      ...{ status: [], payment_status: [], fulfillment_status: [] },
    });
  });

  it('allow a single change, or a compatible combination of changes', () => {
    checkStates(made, { status: 'open', payment_status: 'paid', fulfillment_status: 'fulfilled' }, '/a');
    checkStates(made, { status: 'completed', fulfillment_status: 'fulfilled' }, '/a');
    checkStates(
      { ...made, payment_status: 'paid' },
      { status: 'cancelled', payment_status: 'refunded' },
      '/a',
    );
    const refused = (states: OrderStates, sent: Partial<OrderStates>, at: string, allowed: string[]) =>
      expect(() => checkStates(states, sent, '/a')).toThrow(
        expect.objectContaining({
          ...{ code: 'illegal_transition', source: { pointer: at } },
          disclosed: expect.objectContaining({ scope: 'orders.get', meta: { allowed } }),
        }),
      );
    refused(made, { payment_status: 'refunded' }, '/a/payment_status', ['authorized', 'paid', 'voided']);
    refused({ ...made, status: 'completed' }, { status: 'open' }, '/a/status', []);
    refused(made, { status: 'cancelled', fulfillment_status: 'partial' }, '/a/status', ['completed']);
  });
});
