import { randomUUID } from 'node:crypto';
import { sessionSettings, type Statement } from '@storewright/database';
import { atomicExtension, mediaType, type ParsedResource, type Row } from '@storewright/json-api';
import { CreateOrder } from '@storewright/sales';
import type { Request } from 'autocannon';
import type { Client } from 'pg';
import { connections, load, median, perSecondOf, type Target } from '../load';
import { inLoops } from '../pg-loop';
import type { Stage } from '../stage';
import { table } from '../table';
import type { Store } from './fill-store';
import { repositories, type StoreCode } from './store-code';

const turns = 9;
const seconds = 2;
/** Connections as the shop API has them. */
const asService = { clients: 10, options: sessionSettings, warm: true };
/** Operations of one atomic request. */
const together = 50;

const targetOf = ({ shop }: Store, port: number): Target => {
  return { port, host: `${shop.domain}.localhost`, token: shop.token };
};

/**
 * Orders of two lines with one code, by a customer: what the shop API does for each, against the same rules and statements over a driver alone, without HTTP, token,
 * tenant and row-level security. All orders of a shop wait for its last number, and these for their code, too.
 */
export async function measureOrders(
  stage: Stage,
  code: StoreCode,
  store: Store,
  port: number,
): Promise<string> {
  const request: Request = {
    ...{ method: 'POST', path: '/api/orders', headers: { 'content-type': mediaType } },
    setupRequest: (given) => ({ ...given, body: JSON.stringify({ data: anOrder(store) }) }),
  };
  const place = (client: Client) => placeOrder(client, code, store);
  const runs: { ours: Awaited<ReturnType<typeof load>>; loop: number }[] = [];
  for (let turn = 0; turn <= turns; turn += 1) {
    const run = {
      ours: await load(targetOf(store, port), [request], seconds),
      loop: await inLoops(stage.databaseUrl(), seconds, place, asService),
    };
    if (turn > 0) runs.push(run);
  }
  const middle = (of: (run: (typeof runs)[number]) => number) => median(runs.map(of));
  return table(
    ['a write', 'requests/s', 'p50 ms', 'p99 ms', 'rules and driver/s', 'ratio'],
    [
      [
        'order of two lines with one code',
        middle((run) => run.ours.perSecond).toFixed(0),
        middle((run) => run.ours.p50).toFixed(0),
        middle((run) => run.ours.p99).toFixed(0),
        middle((run) => run.loop).toFixed(0),
        middle((run) => run.ours.perSecond / run.loop).toFixed(2),
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
    async <R extends object = Row>({ name, text, values }: Statement): Promise<R[]> =>
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

/** Customers added fifty in one atomic request, against fifty requests: customers/s, by one client and by many at once. */
export async function measureOperations(store: Store, port: number): Promise<string> {
  const atomic: Request = {
    ...{ method: 'POST', path: '/api/operations' },
    headers: { 'content-type': `${mediaType};ext="${atomicExtension}"` },
    setupRequest: (given) => ({ ...given, body: JSON.stringify({ 'atomic:operations': added() }) }),
  };
  const single: Request = {
    ...{ method: 'POST', path: '/api/customers', headers: { 'content-type': mediaType } },
    setupRequest: (given) => ({ ...given, body: JSON.stringify({ data: aCustomer() }) }),
  };
  const rows = [];
  for (const clients of [1, connections]) {
    const requests = Math.max(clients, 10);
    const perSecond = (request: Request, amount: number) =>
      perSecondOf(targetOf(store, port), request, { clients, amount });
    const runs: { atomic: number; single: number }[] = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      const run = {
        atomic: (await perSecond(atomic, requests)) * together,
        single: await perSecond(single, requests * together),
      };
      if (turn > 0) runs.push(run);
    }
    rows.push([
      `customers added by ${clients} client${clients > 1 ? 's' : ''}`,
      median(runs.map((run) => run.atomic)).toFixed(0),
      median(runs.map((run) => run.single)).toFixed(0),
      median(runs.map((run) => run.atomic / run.single)).toFixed(2),
    ]);
  }
  return table(['objects/s', `${together} in one request`, 'one by one', 'ratio'], rows);
}

function aCustomer() {
  const attributes = { email: `${randomUUID()}@example.com`, first_name: 'Bench' };
  return { type: 'customers', attributes };
}

const added = () => Array.from({ length: together }, () => ({ op: 'add', data: aCustomer() }));
