import type { Order } from '../../api/store';
import type { Texts } from '../../texts/texts';
import { stepsOfAll } from './order-bulk';

const t = ((id: string) => id) as unknown as Texts;
const order = (next: object, attributes: object = {}) => ({ meta: { next }, attributes }) as unknown as Order;
const idsOf = (...orders: Order[]) => stepsOfAll(t, orders).map(({ id }) => id);

it('several orders are offered the steps that each of them may take, and none that needs an amount', () => {
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
    'payment_status.paid',
    'payment_status.voided',
    'status.cancelled',
  ]);
  expect(idsOf(paid)).toEqual([]);
});

it('a step changes its own state, and nothing of an order that is there already', () => {
  const [paid] = stepsOfAll(t, [order({ payment_status: ['paid'] })]);
  expect(paid!.change(order({}, { payment_status: 'pending' }))).toEqual({ payment_status: 'paid' });
  expect(paid!.change(order({}, { payment_status: 'paid' }))).toBeUndefined();
});

it('who cancels orders is told where one of them is paid and not refunded', () => {
  const textOf = (paid_amount: number) =>
    stepsOfAll(t, [order({ status: ['cancelled'] }, { paid_amount, refunded_amount: 5 })])[0]!.text;
  expect([textOf(5), textOf(6)]).toEqual(['store.cancel.text', 'store.cancel.text store.cancel.paid']);
});
