import { isDeepStrictEqual } from 'node:util';
import { products } from '@storewright/catalog';
import { rowFormat, sessionSettings, type Statement } from '@storewright/database';
import { isToMany, parseListQuery, type DocumentRow } from '@storewright/json-api';
import { orders } from '@storewright/sales';
import type { Client } from 'pg';
import { getDocument, targetOf } from '../http';
import { load } from '../load';
import { inLoops } from '../pg-loop';
import type { Stage } from '../stage';
import { table } from '../table';
import { measureTurns, medianOf } from '../turns';
import type { BareList, IncludedStatement } from './bare-store';
import type { Store } from './fill-store';
import { repositories, type StoreCode } from './store-code';

const TURNS = 9;
const SECONDS = 2;

interface ListCase extends Omit<BareList, 'links'> {
  name: string;
}

/**
 * Measures requests per second for list routes of the shop API, for the same responses from the baseline server,
 * and for the same SQL statements without HTTP. `port` is the port of the shop API.
 */
export async function measureLists(
  stage: Stage,
  code: StoreCode,
  store: Store,
  port: number,
): Promise<string> {
  const ours = targetOf(store.shop, port);
  const all = await listCases(stage, code, store);
  const routes: BareList[] = [];
  for (const { name: _, ...route } of all)
    routes.push({ ...route, links: (await getDocument(ours, route.path)).document['links'] });
  const bare = { port: await stage.startBare('--bare-store', { routes }), host: ours.host };
  const rows = [];
  for (const { name, path, page, included } of all) {
    const [one, other] = [await getDocument(ours, path), await getDocument(bare, path)];
    if (!isDeepStrictEqual(one.document, other.document))
      throw new Error(`${name}: the bare server sends another document`);
    const request = { method: 'GET', path } as const;
    const runs = await measureTurns(TURNS, async () => ({
      ours: await load(ours, [request], SECONDS),
      bare: (await load(bare, [request], SECONDS)).perSecond,
      loop: await statementLoop(stage, [page, ...included.map(({ statement }) => statement)]),
    }));
    rows.push([
      name,
      ...(['perSecond', 'p50', 'p99'] as const).map((figure) => medianOf(runs, (run) => run.ours[figure])),
      medianOf(runs, (run) => run.bare),
      medianOf(runs, (run) => run.ours.perSecond / run.bare, 2),
      medianOf(runs, (run) => run.loop),
      medianOf(runs, (run) => run.ours.perSecond / run.loop, 2),
    ]);
  }
  return table(
    ['list of 25', 'requests/s', 'p50 ms', 'p99 ms', 'bare, built/s', 'ratio', 'pg loop/s', 'ratio'],
    rows,
  );
}

async function listCases({ client }: Stage, code: StoreCode, { shop }: Store): Promise<ListCase[]> {
  const recorded: Statement[] = [];
  const query = async <R extends object = DocumentRow>(statement: Statement): Promise<R[]> => {
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
  const included: IncludedStatement[] = [
    { name: 'customer', type: 'customers', column: customer.column, statement: ofCustomer },
    { name: 'variants', type: 'variants', statement: ofVariants },
  ];
  const encoded = search.replace('[', '%5B').replace(']', '%5D');
  return [
    { name: 'orders', type: 'orders', path: '/api/orders', page, included: [] },
    {
      ...{ name: 'orders, include=customer,variants', type: 'orders', page, included },
      path: '/api/orders?include=customer,variants',
    },
    {
      ...{ name: `products, ${search}`, type: 'products', page: productPage, included: [] },
      path: `/api/products?${encoded}`,
    },
  ];
}

function statementLoop(stage: Stage, statements: readonly Statement[]): Promise<number> {
  const work = async (client: Client) => {
    for (const { name, text, values } of statements)
      await client.query({ name: name!, text, values: values! });
  };
  return inLoops(stage.databaseUrl(), 1, work, { warm: true, options: sessionSettings });
}
