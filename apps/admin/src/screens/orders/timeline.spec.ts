import type { OrderEvent } from '../../api/order-history';
import type { Order } from '../../api/store';
import { remainingOf } from './line-quantities';
import { timelineOf } from './timeline';

const placing = { actor_type: 'app', actor_name: 'Storefront' };

const order = {
  attributes: {
    ...placing,
    ...{ authorized_at: null, paid_at: '2026-11-02', refunded_at: null, voided_at: null },
    ...{ fulfilled_at: '2026-11-05', returned_at: null, completed_at: null, cancelled_at: null },
  },
  meta: { created_at: '2026-11-01' },
} as unknown as Order;

const event = (at: string, changed: string[], type = 'orders.updated') =>
  ({
    id: at,
    attributes: {
      ...{ event_type: type, changed, occurred_at: at, data: { attributes: {} } },
      ...{ actor_type: 'person', actor_name: `Editor on ${at}` },
    },
  }) as unknown as OrderEvent;

const entry = (at: string, attributes: object) =>
  ({ id: at, attributes, meta: { created_at: at, updated_at: `${at} later` } }) as never;

const shown = (entries: ReturnType<typeof timelineOf>) => entries.map(({ at, what }) => `${at} ${what}`);

describe('timelineOf', () => {
  const events = [
    event('2026-11-01', [], 'orders.created'),
    event('2026-11-02', ['payment_status', 'paid_amount']),
    event('2026-11-04', ['note', 'tags']),
  ];
  const none = { transactions: [], fulfillments: [], comments: [], events };

  it('uses the times of the order for a user who cannot read the order’s history', () => {
    expect(shown(timelineOf(order, none))).toEqual([
      ...['2026-11-05 fulfilled_at', '2026-11-04 note', '2026-11-04 tags', '2026-11-02 paid_at'],
      '2026-11-01 placed',
    ]);
  });

  it('names the author of the order and of each change that an event records', () => {
    const recorded = [...events, event('2026-11-05', ['fulfillment_status', 'fulfilled_at'])];
    const entries = timelineOf(order, { ...none, events: recorded });
    expect(entries.map(({ author }) => author?.actor_name)).toEqual([
      ...['Editor on 2026-11-05', 'Editor on 2026-11-04', 'Editor on 2026-11-04', undefined, 'Storefront'],
    ]);
  });

  it('shows each history entry once, with its author, amount and text', () => {
    const author = { actor_type: 'app', actor_name: 'Labels' };
    const entries = timelineOf(order, {
      ...none,
      transactions: [entry('2026-11-02', { ...author, kind: 'capture', amount: 500, note: 'Card' })],
      fulfillments: [
        entry('2026-11-05', {
          ...{ ...author, status: 'cancelled', carrier: 'DHL', tracking_number: 'JD1' },
          ...{ cancelled_at: '2026-11-06', canceller_type: 'person', canceller_name: 'Ada' },
        }),
        entry('2026-11-01 later', {
          ...author,
          status: 'cancelled',
          cancelled_at: null,
          canceller_type: null,
        }),
      ],
      comments: [entry('2026-11-03', { ...author, body: 'Call first' })],
    });
    expect(shown(entries)).toEqual([
      ...['2026-11-06 fulfillment_cancelled', '2026-11-05 fulfillment', '2026-11-04 note'],
      ...['2026-11-04 tags', '2026-11-03 comment', '2026-11-02 capture'],
      ...[
        '2026-11-01 later later fulfillment_cancelled',
        '2026-11-01 later fulfillment',
        '2026-11-01 placed',
      ],
    ]);
    expect([entries[0]!.author?.actor_name, entries[6]!.author]).toEqual(['Ada', undefined]);
    expect(entries[1]).toMatchObject({ text: 'DHL JD1', author: { actor_name: 'Labels' } });
    expect(entries[5]).toMatchObject({ text: 'Card', amount: 500 });
  });
});

it('remainingOf subtracts the fulfilled or refunded quantities from each order line', () => {
  const used = [
    { line_index: 0, quantity: 1 },
    { line_index: 0, quantity: 5 },
  ];
  expect(remainingOf([{ quantity: 3 }, { quantity: 2 }], used)).toEqual([0, 2]);
});
