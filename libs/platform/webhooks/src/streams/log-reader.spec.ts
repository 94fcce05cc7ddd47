import type { Statement, ShopDatabase } from '@storewright/database';
import type { LoggedEvent } from '@storewright/events';
import { LogReader } from './log-reader';
import type { WebhookReceiver } from './webhook-receivers';

const receiver = {
  installation_id: 'i',
  status: 'live',
  types: ['meta.created'],
  visibility: {},
} as unknown as WebhookReceiver;
const shop = { id: 's', domain: 'demo', hasOneReceiver: false };
const alone = { ...shop, hasOneReceiver: true };

/** An endless log that returns the first hundred events of each range. */
function logReader(): { log: LogReader; asked: () => number } {
  const query = jest.fn((_context: object, { values }: Statement) => {
    // Parameters that follow the shop id.
    const above = Number(values![1]);
    return Promise.resolve(Array.from({ length: 100 }, (_, at) => eventAt(above + 1 + at)));
  });
  return { log: new LogReader({ query } as unknown as ShopDatabase), asked: () => query.mock.calls.length };
}

const eventAt = (sequence: number) =>
  ({
    ...{ id: String(sequence), type: 'meta.created', occurred_at: '', resource: '{}', resource_id: 'r' },
    ...{ changed: [], sequence: String(sequence), epoch: '1', traceparent: null },
  }) as unknown as LoggedEvent;

describe('LogReader', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('reads a segment of the event log once for all webhook streams of the shop', async () => {
    const { log, asked } = logReader();
    const portions = await Promise.all([0, 50, 99].map((above) => log.next(shop, receiver, above, 100)));
    expect(portions.map(({ events }) => events.length)).toEqual([100, 50, 1]);
    expect(asked()).toBe(1);
  });

  it('renders the webhook body of an event once for all its receivers', async () => {
    const { log } = logReader();
    const [one, other] = await Promise.all([0, 50].map((above) => log.next(shop, receiver, above, 100)));
    expect(one!.events[50]!.body.toString()).toContain('"data":{}');
    expect(other!.events[0]!.body).toBe(one!.events[50]!.body);
  });

  it('caches only the segments of a long backlog that were read in the last two seconds', async () => {
    const { log } = logReader();
    for (let part = 0; part < 60; part += 1) {
      await log.next(shop, receiver, part * 100, 6_000);
      jest.advanceTimersByTime(100);
    }
    // Twenty parts, including both ends, and the part that is being read.
    expect(log['parts'].size).toBeLessThanOrEqual(22);
  });

  it('caches nothing for a shop with one receiver', async () => {
    const { log, asked } = logReader();
    const { events, through } = await log.next(alone, receiver, 50, 1_000);
    expect([events.length, events[0]!.sequence, through, asked()]).toEqual([100, 51, 150, 1]);
    const short = await log.next(alone, receiver, 50, 1_000, true);
    expect([short.events.length, short.through]).toEqual([10, 60]);
    const [body] = [events[0]!.body];
    expect(events[0]!.body).toEqual(body);
    expect(events[0]!.body).not.toBe(body);
    expect(log['parts'].size).toBe(0);
  });

  it('returns prefetched events with the position of the last event, or of the end of the event log', () => {
    const rows = Array.from({ length: 10 }, (_, at) => eventAt(51 + at));
    expect(LogReader.prefetched(alone, receiver, rows, 1_000)).toMatchObject({ through: 60 });
    expect(LogReader.prefetched(alone, receiver, rows.slice(0, 3), 53)!.events).toHaveLength(3);
    expect(LogReader.prefetched(alone, receiver, [], 53)).toEqual({ events: [], through: 53 });
    const others = rows.map((row) => ({ ...row, type: 'orders.created' as const }));
    expect(LogReader.prefetched(alone, receiver, others, 1_000)).toBeUndefined();
  });
});
