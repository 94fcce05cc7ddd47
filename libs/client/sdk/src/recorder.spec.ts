import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Shop, shown, webhooks } from '.';
import { INSTALLED_RECORDER } from './installed-recorder';
import { ContractRecorder } from './recorder';
import { refusal, scriptedFetch, type Scripted } from './testing/scripted-fetch';

const order = {
  type: 'orders',
  id: 'o-1',
  attributes: { number: 1001, total_amount: 500, email: 'a@b.example' },
  relationships: { customer: { data: { type: 'customers', id: 'c-1' } } },
  meta: { version: 2, updated_at: '2026-11-22T12:00:00Z' },
};
const customer = { type: 'customers', id: 'c-1', attributes: { email: 'a@b.example', note: null } };

function recordingShop(...script: Scripted[]) {
  const contract = new ContractRecorder();
  const { fetch } = scriptedFetch(...script);
  return {
    contract,
    shop: new Shop({ baseUrl: 'https://a.example', token: 'swa_x', fetch, contract, maxRetries: 0 }),
  };
}
const listOf = (...data: object[]): Scripted => ({
  body: { data, included: [customer], links: { next: null } },
});

describe('ContractRecorder', () => {
  it('records the operation, filters, sort keys, includes and read attributes of a list request', async () => {
    const { shop, contract } = recordingShop(listOf(order));
    const options = {
      filter: { status: 'open', total_amount: { gte: 5 } },
      sort: ['-number', 'id'],
      include: ['customer'],
    } as const;
    for await (const each of shop.orders.list(options))
      expect([each.number, each.customer?.email]).toHaveLength(2);
    expect(contract.contract).toEqual({
      version: 1,
      resources: {
        customers: { reads: ['email'] },
        orders: {
          operations: ['list'],
          reads: ['customer', 'number'],
          filters: ['status', 'total_amount[gte]'],
          sorts: ['id', 'number'],
          includes: ['customer'],
        },
      },
      events: [],
    });
  });

  it('records requested fields, sent attributes and relationships, and the members that ifMatch reads', async () => {
    const { shop, contract } = recordingShop({ body: { data: order, included: [] } });
    const read = await shop.orders.get('o-1', { fields: { orders: ['email'] } });
    await shop.orders.update('o-1', { note: 'x', tags: undefined }, { ifMatch: read });
    await shop.orderComments.create({ body: 'x' } as never, { relationships: { order: read } as never });
    await shop.products.related('p-1', 'variants').toArray();
    expect(contract.contract.resources).toEqual({
      order_comments: { operations: ['create'], creates: ['body', 'order'] },
      orders: { operations: ['get', 'update'], reads: ['email', 'updated_at', 'version'], updates: ['note'] },
      products: { reads: ['variants'] },
    });
  });

  it('records atomic operations, searches and exports', async () => {
    const { shop, contract } = recordingShop(
      { body: { 'atomic:results': [{ data: order }] } },
      { body: { data: [customer], meta: { types: {} } } },
      {
        headers: { 'content-type': 'application/x-ndjson' },
        body: `${JSON.stringify(order)}\n{"meta":{"complete":true}}\n`,
      },
    );
    const batch = shop.atomic();
    batch.create('products', { title: 'Jug' });
    await batch.delete({ type: 'codes', id: 'k-1' }).send();
    const { data } = await shop.search('anna', { types: ['customers'] });
    expect(data.map((found) => found.note)).toEqual([null]);
    const all = shop.exports.of('orders', {
      filter: { total_amount: { lt: 5 } },
      sort: '-number',
      fields: ['number'],
    });
    for await (const each of all) expect(each.number).toBe(1001);
    expect(contract.contract.resources).toEqual({
      codes: { operations: ['delete'] },
      customers: { operations: ['search'], reads: ['note'] },
      orders: { operations: ['export'], reads: ['number'], filters: ['total_amount[lt]'], sorts: ['number'] },
      products: { operations: ['create'], creates: ['title'] },
    });
  });

  it('records nothing for a request that the API rejects', async () => {
    const { shop, contract } = recordingShop(refusal(404, 'not_found'));
    await expect(shop.orders.get('o-1')).rejects.toThrow();
    expect(contract.contract.resources).toEqual({});
  });

  it('marks a resource type as copied if the app spreads or serializes a resource', async () => {
    const { shop, contract } = recordingShop({ body: { data: order } });
    const read = await shop.orders.get('o-1');
    expect({ ...read }).toMatchObject({ number: 1001, id: 'o-1' });
    expect(JSON.parse(JSON.stringify(read))).toMatchObject({ email: 'a@b.example' });
    await Promise.resolve();
    expect(read.total_amount).toBe(500);
    expect(contract.contract.resources).toEqual({
      orders: { operations: ['get'], reads: ['total_amount'], copied: true },
    });
  });

  it('records the types of handled events, and the attributes that the app reads from event data', async () => {
    const contract = new ContractRecorder();
    const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const received = (type: string) => {
      const body = JSON.stringify({ type, data: order, sequence: 5 });
      const timestamp = String(Math.floor(Date.now() / 1000));
      const signature = createHmac('sha256', Buffer.alloc(32, 7))
        .update(`e.${timestamp}.${body}`)
        .digest('base64');
      const headers = {
        'webhook-id': 'e',
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      };
      return webhooks.verify(body, headers, secret, { contract });
    };
    const ignored = await received('orders.deleted');
    expect([ignored.type, ignored.sequence]).toEqual(['orders.deleted', 5]);
    const event = await received('orders.created');
    if (event.type !== 'orders.created') throw new Error('the event has another type');
    expect([event.data.attributes.number, shown(event.data).email]).toEqual([1001, 'a@b.example']);
    expect(contract.contract).toEqual({
      version: 1,
      resources: { orders: { reads: ['email', 'number'] } },
      events: ['orders.created'],
    });
  });

  it('records the events that the app reads from the event log', async () => {
    const event = {
      type: 'events',
      id: 'e-1',
      attributes: { event_type: 'orders.updated', sequence: 7, data: order },
    };
    const { shop, contract } = recordingShop(listOf(event));
    for await (const each of shop.events.tail({ since: 0, follow: false }))
      if (each.event_type === 'orders.updated') expect(each.data.attributes.number).toBe(1001);
    expect(contract.contract.events).toEqual(['orders.updated']);
    expect(contract.contract.resources['orders']).toEqual({ reads: ['number'] });
    expect(contract.contract.resources['events']?.reads).toEqual(['data', 'event_type', 'sequence']);
  });
});

describe('@storewright/sdk/record', () => {
  const folder = mkdtempSync(join(tmpdir(), 'storewright-contract-'));
  const file = join(folder, 'storewright.contract.json');
  afterAll(() => {
    rmSync(folder, { recursive: true });
    delete process.env['STOREWRIGHT_CONTRACT'];
    delete (globalThis as { [INSTALLED_RECORDER]?: unknown })[INSTALLED_RECORDER];
  });

  it('adds the names of each test process to the contract file, and rejects an invalid file', async () => {
    process.env['STOREWRIGHT_CONTRACT'] = file;
    const stored = { codes: { reads: ['code'] } };
    writeFileSync(file, JSON.stringify({ version: 1, resources: stored, events: ['codes.created'] }));
    await import('./record');
    const { fetch } = scriptedFetch({ body: { data: order } });
    const shop = new Shop({ baseUrl: 'https://a.example', token: 'swa_x', fetch });
    expect((await shop.orders.get('o-1')).number).toBe(1001);
    const resources = { ...stored, orders: { operations: ['get'], reads: ['number'] } };
    const expected = { version: 1, resources, events: ['codes.created'] };
    expect(readFileSync(file, 'utf8')).toBe(`${JSON.stringify(expected, null, 2)}\n`);
    writeFileSync(file, '[]');
    await expect(shop.orders.delete('o-1')).rejects.toThrow('is not a contract of version 1');
  });
});
