import type { Order } from '../../api/store';
import type { Texts } from '../../texts/texts';
import { stepsOfAny } from './order-bulk';

const t = ((id: string) => id) as unknown as Texts;
const order = (next: object, attributes: object = {}) => ({ meta: { next }, attributes }) as unknown as Order;
const idsOf = (...orders: Order[]) => stepsOfAny(t, orders).map(({ id }) => id);

it('stepsOfAny returns the state changes that at least one selected order allows and that need no amount', () => {
  const pending = order({
    payment_status: ['authorized', 'paid', 'voided'],
    fulfillment_status: ['fulfilled'],
    status: ['cancelled'],
  });
  const authorized = order({ payment_status: ['paid', 'voided'], status: ['completed', 'cancelled'] });
  const paid = order({ payment_status: ['refunded', 'partially_refunded'] });
  expect(idsOf(pending)).toEqual([
    ...['payment_status.authorized', 'payment_status.paid', 'payment_status.voided'],
    ...['fulfillment_status.fulfilled', 'status.cancelled'],
  ]);
  expect(idsOf(pending, authorized)).toEqual([
    ...['payment_status.authorized', 'payment_status.paid', 'payment_status.voided'],
    ...['fulfillment_status.fulfilled', 'status.completed', 'status.cancelled'],
  ]);
  expect(idsOf(paid)).toEqual([]);
});

it('a bulk action shows how many orders allow the change, unless all orders do', () => {
  const [able, unable] = [order({ payment_status: ['paid'] }), order({})];
  expect([[able], [able, unable]].map((orders) => stepsOfAny(t, orders)[0]!.text)).toEqual([
    'store.step.text',
    'bulk.some store.step.text',
  ]);
});

it('a bulk action changes only the status of an order, and skips an order with the same status', () => {
  const [paid] = stepsOfAny(t, [order({ payment_status: ['paid'] })]);
  expect(paid!.change(order({}, { payment_status: 'pending' }))).toEqual({ payment_status: 'paid' });
  expect(paid!.change(order({}, { payment_status: 'paid' }))).toBeUndefined();
});

it('the cancel action warns about paid orders without a full refund', () => {
  const textOf = (paid_amount: number) =>
    stepsOfAny(t, [order({ status: ['cancelled'] }, { paid_amount, refunded_amount: 5 })])[0]!.text;
  expect([textOf(5), textOf(6)]).toEqual(['store.cancel.text', 'store.cancel.text store.cancel.paid']);
});
