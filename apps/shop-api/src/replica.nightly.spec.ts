import { randomUUID } from 'node:crypto';
import {
  aTenant,
  changedMeta,
  newMeta,
  pathOf,
  type Tenant,
  type TestApi,
  type WorkerDatabases,
  workerDatabases,
} from '@storewright/api-testing';
import { sequenceEvents } from '@storewright/events';
import { HttpClient } from '@storewright/testing';
import { startShopApi } from './testing/shop-api';

/*
 * The log must contain every change once, numbered without gaps, with the changes of one resource in order
 * (docs/contract.md §6). A consumer of the log must end with the state of the shop. Hundreds of clients write
 * concurrently, some to the same objects, while three processes assign sequence numbers and one client reads.
 */
const writers = 300;
const writesOfEach = 4;

let api: TestApi;
let tenant: Tenant;
let http: HttpClient;
let worker: WorkerDatabases;
beforeAll(async () => {
  api = await startShopApi({ MAX_REQUESTS_AT_ONCE: '2000' });
  worker = await workerDatabases(api.database);
  tenant = await aTenant(api);
  http = new HttpClient(api.port, `${tenant.shop.domain}.localhost`, tenant.token);
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

interface MetaObject {
  id: string;
  attributes: object;
  meta: { version: number };
}
interface Event {
  id: string;
  attributes: { sequence: number; event_type: string; resource_id: string; data: MetaObject };
}
type Replica = Map<string, MetaObject>;

/** Reads the log from a sequence number to its end, applies each event to the replica, and records it. */
async function follow(from: number, replica: Replica, seen: Event[]): Promise<number> {
  let last = from;
  let next: string | undefined = `/api/events?page[size]=100&filter[since]=${from}`;
  while (next) {
    const { status, body } = await http.get(next);
    expect(status).toBe(200);
    for (const event of body.data as Event[]) {
      const { sequence, event_type, resource_id, data } = event.attributes;
      if (event_type === 'meta.deleted') replica.delete(resource_id);
      else replica.set(resource_id, data);
      last = sequence;
      seen.push(event);
    }
    next = pathOf(body.links.next);
  }
  return last;
}

async function stateOfShop(): Promise<MetaObject[]> {
  const state: MetaObject[] = [];
  for (let next: string | undefined = '/api/meta?page[size]=100'; next;) {
    const { body } = await http.get(next);
    state.push(...(body.data as MetaObject[]));
    next = pathOf(body.links.next);
  }
  return state;
}

const withoutLinks = ({ id, attributes, meta }: MetaObject) => ({ id, attributes, meta });
const inOrder = (objects: Iterable<MetaObject>) =>
  [...objects].map(withoutLinks).sort((one, other) => (one.id < other.id ? -1 : 1));

/**
 * Creates, changes, deletes and recreates objects, half of which other clients also write. Returns the number
 * of acknowledged writes by kind of event.
 */
async function write(shared: readonly string[], done: Record<string, number>): Promise<void> {
  const own = randomUUID();
  for (let at = 0; at < writesOfEach; at += 1) {
    const id = Math.random() < 0.5 ? own : shared[Math.floor(Math.random() * shared.length)]!;
    const roll = Math.random();
    const data = { [`k${at}`]: randomUUID() };
    const [kind, { status }] =
      roll < 0.4
        ? ['meta.created', await http.post('/api/meta', newMeta({ data }, { id }))]
        : roll < 0.8
          ? ['meta.updated', await http.patch(`/api/meta/${id}`, changedMeta(id, { data }))]
          : ['meta.deleted', await http.delete(`/api/meta/${id}`)];
    // Another client created or deleted the object first.
    if (status < 300) done[kind] = (done[kind] ?? 0) + 1;
    else expect([404, 409]).toContain(status);
  }
}

it('a consumer of the event log reconstructs the exact state of the shop without gaps', async () => {
  const shared = Array.from({ length: 20 }, () => randomUUID());
  const done: Record<string, number> = {};
  const replica: Replica = new Map();
  const seen: Event[] = [];
  let writing = true;
  const numbering = async () => {
    // The worker also retries if a busy machine opens a connection too late.
    const retry = (error: { problem?: string }) => expect(error.problem).toBe('unavailable');
    while (writing) await sequenceEvents(worker.shop, tenant.shop.id).catch(retry);
  };
  let last = 0;
  const following = async () => {
    while (writing) last = await follow(last, replica, seen);
  };
  const others = Promise.all([numbering(), numbering(), following()]);
  await Promise.all(Array.from({ length: writers }, () => write(shared, done)));
  writing = false;
  await others;
  await follow(last, replica, seen);

  const counted: Record<string, number> = {};
  for (const { attributes } of seen)
    counted[attributes.event_type] = (counted[attributes.event_type] ?? 0) + 1;
  expect(counted).toEqual(done);
  expect(Object.keys(done)).toHaveLength(3);
  expect(seen.map(({ attributes }) => attributes.sequence)).toEqual(seen.map((_, at) => at + 1));
  expect(inOrder(replica.values())).toEqual(inOrder(await stateOfShop()));
  const lives = new Map<string, number>();
  for (const { attributes } of seen) {
    const { event_type, resource_id, data } = attributes;
    const before = lives.get(resource_id) ?? 0;
    const expected = {
      'meta.created': 0,
      'meta.updated': data.meta.version - 1,
      'meta.deleted': data.meta.version,
    };
    expect([resource_id, event_type, before]).toEqual([
      resource_id,
      event_type,
      expected[event_type as 'meta.created'],
    ]);
    lives.set(resource_id, event_type === 'meta.deleted' ? 0 : data.meta.version);
  }
});

it('concurrent processes assign sequence numbers to a large backlog of events in batches', async () => {
  const own = await aTenant(api);
  await api.database.query(
    `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
     SELECT $1, gen_random_uuid(), 'meta.created', 'meta', n::text, '{}', '{}', now() - n * interval '1 second'
       FROM generate_series(1, 3500) n`,
    [own.shop.id],
  );
  const numbered = await Promise.all(
    Array.from({ length: 6 }, () => sequenceEvents(worker.shop, own.shop.id)),
  );
  expect(numbered.sort((one, other) => other - one)).toEqual([1000, 1000, 1000, 500, 0, 0]);
  const [row] = await api.database.query(
    `SELECT count(*)::int AS events, max(sequence)::int AS last,
      bool_and(sequence = 3501 - resource_id::int) AS in_order,
       (SELECT last_sequence::int FROM shop.event_streams WHERE shop_id = $1) AS stream
         FROM shop.events WHERE shop_id = $1`,
    [own.shop.id],
  );
  expect(row).toEqual({ events: 3500, last: 3500, in_order: true, stream: 3500 });
});
