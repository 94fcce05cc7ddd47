import { HttpClient, type Options, type Response } from './http-client';
import { Ledger, type Verdict } from './ledger';

interface Stored {
  id: string;
  attributes: Record<string, unknown>;
}

/** A shop in memory whose responses a test can corrupt. */
class Shop extends HttpClient {
  readonly stored: Record<'meta' | 'orders' | 'events', Stored[]> = { meta: [], orders: [], events: [] };
  stock = 0;
  /** Meta objects that the search does not return. */
  readonly hidden = new Set<string>();
  private made = 0;

  constructor() {
    super(0, 'shop');
  }

  override send(method: string, path: string, { body }: Options = {}): Promise<Response> {
    const type = /^\/api\/(\w+)/.exec(path)![1]!;
    return Promise.resolve(method === 'GET' ? this.read(type, path) : this.write(type, body));
  }

  private read(type: string, path: string): Response {
    if (type === 'variants') return answer(200, { data: { attributes: { inventory_quantity: this.stock } } });
    const all = this.stored[type as keyof Shop['stored']];
    const data = path.includes('filter[meta]') ? all.filter(({ id }) => !this.hidden.has(id)) : all;
    return answer(200, { data, links: { next: null } });
  }

  private write(type: string, body: unknown): Response {
    const { data, 'atomic:operations': operations } = body as {
      data?: Stored;
      'atomic:operations'?: { data: Stored }[];
    };
    const each = operations ? operations.map((one) => one.data) : [data!];
    const ids = each.map((one) => this.make(operations ? 'meta' : type, one.attributes));
    return answer(201, { data: { id: ids[0] } });
  }

  private make(type: string, attributes: Record<string, unknown>): string {
    const id = `${type}-${(this.made += 1)}`;
    if (type === 'variants') this.stock = attributes['inventory_quantity'] as number;
    if (type === 'orders') this.stock -= 1;
    if (type !== 'meta' && type !== 'orders') return id;
    this.stored[type].push({ id, attributes });
    this.log(type, id);
    return id;
  }

  log(type: string, resource_id: string): void {
    const sequence = this.stored.events.length + 1;
    const attributes = { sequence, event_type: `${type}.created`, resource_id };
    this.stored.events.push({ id: `event-${sequence}`, attributes });
  }
}

function answer(status: number, body: unknown): Response {
  return { status, headers: {}, text: '', body };
}

async function written(): Promise<{ shop: Shop; ledger: Ledger }> {
  const shop = new Shop();
  const ledger = await Ledger.open(shop);
  for (const kind of ['object', 'pair', 'order'] as const) await ledger.send(shop, ledger.next(kind));
  return { shop, ledger };
}

it('Ledger.verdict() accepts complete writes, whether the API acknowledged them or not', async () => {
  const { shop, ledger } = await written();
  ledger.next('order');
  const verdict = { acknowledged: 3, lost: [], duplicated: [], halfDone: [] };
  expect(await ledger.verdict(shop)).toEqual(verdict);
  expect(await ledger.verdict(shop, new Set(['event-1', 'event-2', 'event-3']))).toEqual(verdict);
});

it('Ledger.until() requires writes acknowledged before a backup, and accepts writes during the backup', async () => {
  const { shop, ledger } = await written();
  const before = ledger.known;
  await ledger.send(shop, ledger.next('order'));
  await ledger.send(shop, ledger.next('pair'));
  const restored = ledger.until({ ...ledger.known, acknowledged: before.acknowledged });
  const verdict = { acknowledged: 3, lost: [], duplicated: [], halfDone: [] };
  expect(await restored.verdict(shop)).toEqual(verdict);
  shop.stored.meta.splice(-2);
  shop.stored.events.splice(-2);
  expect(await ledger.until({ ...ledger.known, ...before }).verdict(shop)).toEqual(verdict);
  expect((await ledger.verdict(shop)).lost).toHaveLength(1);
});

it.each<[Exclude<keyof Verdict, 'acknowledged'>, string, (shop: Shop) => unknown]>([
  ['lost', 'an object', ({ stored }) => stored.meta.shift()],
  ['lost', 'an order', ({ stored }) => stored.orders.shift()],
  ['lost', 'an event', ({ stored }) => stored.events.splice(1, 1)],
  ['duplicated', 'an object', (shop) => shop.stored.meta.push({ ...shop.stored.meta[0]!, id: 'another' })],
  ['duplicated', 'an event', (shop) => shop.log('meta', shop.stored.meta[0]!.id)],
  ['halfDone', 'one object of a pair', ({ stored }) => stored.meta.pop()],
  ['halfDone', 'an object without its event', ({ stored }) => stored.events.pop()],
  ['halfDone', 'an event without its object', (shop) => shop.log('meta', 'nobody')],
  ['halfDone', 'an object missing in the search', ({ hidden, stored }) => hidden.add(stored.meta[0]!.id)],
  ['halfDone', 'an incomplete object', ({ stored }) => (stored.meta[0]!.attributes['data'] = {})],
  ['halfDone', 'an order that reserved no stock', (shop) => (shop.stock += 1)],
])('Ledger.verdict() reports the fault %s: %s', async (what, _, spoil) => {
  const { shop, ledger } = await written();
  spoil(shop);
  const verdict = await ledger.verdict(shop);
  expect(verdict[what]).not.toEqual([]);
});

it('Ledger.verdict() reports an event that the webhook receiver did not receive', async () => {
  const { shop, ledger } = await written();
  const { lost } = await ledger.verdict(shop, new Set(['event-1', 'event-2']));
  expect(lost).toEqual(['the delivery of event 3']);
});
