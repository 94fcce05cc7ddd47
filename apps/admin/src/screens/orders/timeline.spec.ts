import type { Order } from '../../api/store';
import { type OrderEvent, timelineOf } from './timeline';

const order = {
  attributes: {
    ...{ authorized_at: null, paid_at: '2026-11-02', refunded_at: null, voided_at: null },
    ...{ fulfilled_at: '2026-11-05', returned_at: null, completed_at: null, cancelled_at: null },
  },
  meta: { created_at: '2026-11-01' },
} as unknown as Order;

const event = (at: string, changed: string[], type = 'orders.updated', fulfillment_status = 'partial') =>
  ({
    attributes: { event_type: type, changed, occurred_at: at, data: { attributes: { fulfillment_status } } },
  }) as unknown as OrderEvent;

it('timelineOf lists each change of an order once, newest first', () => {
  const events = [
    event('2026-11-01', [], 'orders.created'),
    event('2026-11-02', ['payment_status', 'paid_amount']),
    event('2026-11-03', ['fulfillment_status']),
    event('2026-11-04', ['note', 'tags']),
    event('2026-11-05', ['fulfillment_status', 'fulfilled_at'], 'orders.updated', 'fulfilled'),
  ];
  expect(timelineOf(order, events).map(({ at, what }) => `${at} ${what}`)).toEqual([
    '2026-11-05 fulfilled_at',
    '2026-11-04 note',
    '2026-11-04 tags',
    '2026-11-03 partial',
    '2026-11-02 paid_at',
    '2026-11-01 placed',
  ]);
});
