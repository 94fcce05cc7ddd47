import { randomUUID } from 'node:crypto';
import { sessionSettings, type Statement } from '@storewright/database';
import { atomicExtension, mediaType, type ParsedResource, type DocumentRow } from '@storewright/json-api';
import { CreateOrder } from '@storewright/sales';
import type { Request } from 'autocannon';
import type { Client } from 'pg';
import { targetOf } from '../http';
import { CONNECTIONS, load, perSecondOf } from '../load';
import { inLoops } from '../pg-loop';
import type { Stage } from '../stage';
import { table } from '../table';
import { measureTurns, medianOf } from '../turns';
import type { Store } from './fill-store';
import { repositories, type StoreCode } from './store-code';

const TURNS = 9;
const SECONDS = 2;
const serviceConnections = { clients: 10, options: sessionSettings, warm: true };
const OPERATIONS = 50;

/**
 * Creates orders with two order lines and one discount code, through the shop API and through the database
 * driver with the same rules and statements. Orders of a shop wait for each other, because they lock the last
 * order number and the discount code.
 */
export async function measureOrders(
  stage: Stage,
  code: StoreCode,
  store: Store,
  port: number,
): Promise<string> {
  const request: Request = {
    ...{ method: 'POST', path: '/api/orders', headers: { 'content-type': mediaType } },
    setupRequest: (sent) => ({ ...sent, body: JSON.stringify({ data: anOrder(store) }) }),
  };
  const place = (client: Client) => placeOrder(client, code, store);
  const runs = await measureTurns(TURNS, async () => ({
    ours: await load(targetOf(store.shop, port), [request], SECONDS),
    loop: await inLoops(stage.databaseUrl(), SECONDS, place, serviceConnections),
  }));
  return table(
    ['a write', 'requests/s', 'p50 ms', 'p99 ms', 'rules and driver/s', 'ratio'],
    [
      [
        'order of two lines with one code',
        ...(['perSecond', 'p50', 'p99'] as const).map((figure) => medianOf(runs, (run) => run.ours[figure])),
        medianOf(runs, (run) => run.loop),
        medianOf(runs, (run) => run.ours.perSecond / run.loop, 2),
      ],
    ],
  );
}

const any = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)]!;

function anOrder({ customers, variants, code }: Store) {
  return {
    type: 'orders',
    attributes: {
      line_items: [any(variants), any(variants)].map((variant_id) => ({ variant_id, quantity: 1 })),
      shipping_amount: 490,
    },
    relationships: {
      customer: { data: { type: 'customers', id: any(customers) } },
      codes: { data: [{ type: 'codes', id: code }] },
    },
  };
}

async function placeOrder(client: Client, code: StoreCode, store: Store): Promise<void> {
  const context = code.transaction(
    store.shop,
    async <R extends object = DocumentRow>({ name, text, values }: Statement): Promise<R[]> =>
      (await client.query<R>({ name: name!, text, values: values! })).rows,
  );
  const { attributes, relationships } = anOrder(store);
  const input: ParsedResource<CreateOrder> = {
    ...{ attributes: Object.assign(new CreateOrder(), attributes), pointer: '/data', source: '' },
    relationships: { customer: relationships.customer.data.id, codes: [store.code] },
  };
  await client.query('BEGIN');
  await repositories.orders.insert(context, input);
  await client.query('COMMIT');
}

/** Creates customers in atomic requests and in single requests, with one client and with many clients. */
export async function measureOperations(store: Store, port: number): Promise<string> {
  const atomic: Request = {
    ...{ method: 'POST', path: '/api/operations' },
    headers: { 'content-type': `${mediaType};ext="${atomicExtension}"` },
    setupRequest: (sent) => ({ ...sent, body: JSON.stringify({ 'atomic:operations': addOperations() }) }),
  };
  const single: Request = {
    ...{ method: 'POST', path: '/api/customers', headers: { 'content-type': mediaType } },
    setupRequest: (sent) => ({ ...sent, body: JSON.stringify({ data: aCustomer() }) }),
  };
  const rows = [];
  for (const clients of [1, CONNECTIONS]) {
    const requests = Math.max(clients, 10);
    const perSecond = (request: Request, amount: number) =>
      perSecondOf(targetOf(store.shop, port), request, { clients, amount });
    const runs = await measureTurns(TURNS, async () => ({
      atomic: (await perSecond(atomic, requests)) * OPERATIONS,
      single: await perSecond(single, requests * OPERATIONS),
    }));
    rows.push([
      `customers added by ${clients} client${clients > 1 ? 's' : ''}`,
      medianOf(runs, (run) => run.atomic),
      medianOf(runs, (run) => run.single),
      medianOf(runs, (run) => run.atomic / run.single, 2),
    ]);
  }
  return table(['objects/s', `${OPERATIONS} in one request`, 'one by one', 'ratio'], rows);
}

function aCustomer() {
  const attributes = { email: `${randomUUID()}@example.com`, first_name: 'Bench' };
  return { type: 'customers', attributes };
}

const addOperations = () => Array.from({ length: OPERATIONS }, () => ({ op: 'add', data: aCustomer() }));
