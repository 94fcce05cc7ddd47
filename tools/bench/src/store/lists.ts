import { once } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import { products } from '@storewright/catalog';
import { rowFormat, sessionSettings, type Statement } from '@storewright/database';
import { isToMany, parseListQuery, type Row } from '@storewright/json-api';
import { orders } from '@storewright/sales';
import type { Client } from 'pg';
import { load, median } from '../load';
import { inLoops } from '../pg-loop';
import { get } from '../requests';
import type { Stage } from '../stage';
import { table } from '../table';
import type { Along, BareList, BareStoreSettings } from './bare-store';
import type { Store } from './fill-store';
import { repositories, type StoreCode } from './store-code';

/** Turns in which the shop API and its floors are measured one after another. */
const turns = 9;
const seconds = 2;

interface ListCase extends Omit<BareList, 'links'> {
  name: string;
}

/** Lists of the store against the floors of the same run: requests/s, and their ratio. `port`: the shop API's. */
export async function measureLists(
  stage: Stage,
  code: StoreCode,
  store: Store,
  port: number,
): Promise<string> {
  const ours = { port, host: `${store.shop.domain}.localhost`, token: store.shop.token };
  const all = await listCases(stage, code, store);
  const routes: BareList[] = [];
  for (const { name: _, ...route } of all)
    routes.push({ ...route, links: (await get(ours, route.path)).document['links'] });
  const bare = { port: await startBareStore(stage, routes), host: ours.host };
  const rows = [];
  for (const { name, path, page, along } of all) {
    const [one, other] = [await get(ours, path), await get(bare, path)];
    if (!isDeepStrictEqual(one.document, other.document))
      throw new Error(`${name}: the bare server answers another document`);
    const runs = [];
    for (let turn = 0; turn <= turns; turn += 1) {
      const run = {
        ours: await load(ours, [{ method: 'GET', path }], seconds),
        bare: (await load(bare, [{ method: 'GET', path }], seconds)).perSecond,
        loop: await statementLoop(stage, [page, ...along.map(({ statement }) => statement)]),
      };
      // The first turn warms up.
      if (turn > 0) runs.push(run);
    }
    rows.push(rowOf(name, runs));
  }
  return table(
    ['list of 25', 'requests/s', 'p50 ms', 'p99 ms', 'bare, built/s', 'ratio', 'pg loop/s', 'ratio'],
    rows,
  );
}

type Run = { ours: Awaited<ReturnType<typeof load>>; bare: number; loop: number };

function rowOf(name: string, runs: readonly Run[]): string[] {
  const middle = (of: (run: Run) => number) => median(runs.map(of));
  return [
    name,
    middle((run) => run.ours.perSecond).toFixed(0),
    middle((run) => run.ours.p50).toFixed(0),
    middle((run) => run.ours.p99).toFixed(0),
    middle((run) => run.bare).toFixed(0),
    middle((run) => run.ours.perSecond / run.bare).toFixed(2),
    middle((run) => run.loop).toFixed(0),
    middle((run) => run.ours.perSecond / run.loop).toFixed(2),
  ];
}

/** The statements of each list are those that its resource runs, recorded. */
async function listCases({ client }: Stage, code: StoreCode, { shop }: Store): Promise<ListCase[]> {
  const recorded: Statement[] = [];
  const query = async <R extends object = Row>(statement: Statement): Promise<R[]> => {
    recorded.push({ ...statement, name: `bench-list-${recorded.length}` });
    const { text, values } = statement;
    return (await client.query<R>({ text, values: values!, types: rowFormat })).rows;
  };
  const context = code.transaction(shop, query);
  const { customer, variants } = orders.relationships;
  if (!customer || !variants || isToMany(customer) || !isToMany(variants))
    throw new Error('orders have one customer and many variants');
  const { rows } = await repositories.orders.page(context, parseListQuery(orders, ''));
  const ids = (column: string) => [...new Set(rows.map((row) => String(row[column])))];
  await repositories.customers.findByIds(context, ids(customer.column));
  await repositories.variants.findRelated(context, { many: variants.many, ids: ids('id'), limit: 101 });
  const search = 'filter[status]=active&sort=-updated_at';
  await repositories.products.page(context, parseListQuery(products, search));
  const [page, ofCustomer, ofVariants, productPage] = recorded as [
    Statement,
    Statement,
    Statement,
    Statement,
  ];
  const along: Along[] = [
    { name: 'customer', type: 'customers', column: customer.column, statement: ofCustomer },
    { name: 'variants', type: 'variants', statement: ofVariants },
  ];
  const encoded = search.replace('[', '%5B').replace(']', '%5D');
  return [
    { name: 'orders', type: 'orders', path: '/api/orders', page, along: [] },
    {
      ...{ name: 'orders, include=customer,variants', type: 'orders', page, along },
      path: '/api/orders?include=customer,variants',
    },
    {
      ...{ name: `products, ${search}`, type: 'products', page: productPage, along: [] },
      path: `/api/products?${encoded}`,
    },
  ];
}

async function startBareStore(stage: Stage, routes: BareList[]): Promise<number> {
  const child = stage.startProgram('--bare-store');
  child.send({ databaseUrl: stage.databaseUrl(), routes } satisfies BareStoreSettings);
  const [port] = (await once(child, 'message')) as [number];
  return port;
}

/** The same statements one after another, as fast as a driver can send them. */
function statementLoop(stage: Stage, statements: readonly Statement[]): Promise<number> {
  const work = async (client: Client) => {
    for (const { name, text, values } of statements)
      await client.query({ name: name!, text, values: values! });
  };
  return inLoops(stage.databaseUrl(), 1, work, { warm: true, options: sessionSettings });
}
