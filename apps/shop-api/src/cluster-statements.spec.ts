import {
  type DescribedParameters,
  exportsOf,
  queriesOf,
  send,
  shopTables,
  Subject,
} from '@storewright/conformance';
import { aTenant } from '@storewright/api-testing';
import { clusterFunctions } from '@storewright/schema';
import { HttpClient, outsideOneShard, refusedByCitus, testDatabase } from '@storewright/testing';
import { Client } from 'pg';
import { librariesOfShop } from './testing/libraries';
import { startShopApi } from './testing/shop-api';

/*
 * Sends every request with the SQL for Citus, with each filter, sort, include and export that the OpenAPI document
 * declares. On a cluster (TEST_DATABASE_URL) each statement must use one shard. On plain Postgres no statement may
 * contain syntax that Citus is known to reject, or reach several shards.
 */
const isCluster = process.env['SHOP_DATABASE_KIND'] === 'citus';
process.env['SHOP_DATABASE_KIND'] = 'citus';
// Skips the check for distributed tables, with which the service would not start on plain Postgres.
jest.mock('../../../libs/postgres/database/src/distribution', () => ({
  verifyDistribution: () => Promise.resolve(),
}));

/** Statements sent to the database of the shop data, without their values. */
const sent = new Set<string>();
const { query } = Client.prototype;

let subject: Subject;
let document: DescribedParameters;
/** A client that does not compare responses with the document, which would take most of the time. */
let reader: HttpClient;
let tables: Set<string>;
/** Sent reading requests, each with the pattern of its route. */
const reading: { path: string; pattern: string }[] = [];
beforeAll(async () => {
  Client.prototype.query = function (this: Client, ...given: Parameters<typeof query>) {
    const [statement] = given as unknown as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (this.user === 'storewright_shop') sent.add(text.replace(/^PREPARE .*? AS /s, ''));
    return query.apply(this, given);
  } as typeof query;
  const libraries = await librariesOfShop();
  const samples = libraries.flatMap((library) => library.samples);
  subject = new Subject({ modules: [], samples });
  const database = await testDatabase();
  if (isCluster)
    await database.query(
      `ALTER DATABASE ${await nameOf(database)} SET citus.multi_task_query_log_level = 'error'`,
    );
  else await database.query(clusterFunctions['just_after']!);
  subject.api = await startShopApi(undefined, database);
  subject.tenant = await aTenant(subject.api);
  const { port } = subject.api;
  const { shop, token, http } = subject.tenant;
  reader = new HttpClient(port, `${shop.domain}.localhost`, token);
  document = (await http.get('/api/openapi.json')).body as DescribedParameters;
  tables = new Set(await shopTables(database));
});
afterAll(async () => {
  Client.prototype.query = query;
  await subject.api.close();
});

describe('requests on a Citus cluster', () => {
  it('succeed on every route', async () => {
    for (const route of subject.routes) {
      const right = await subject.aRightRequest(route, { tenant: subject.tenant });
      const headers = { 'idempotency-key': route.label };
      const answer = await send(subject.tenant.http, right, route.method === 'POST' ? { headers } : {});
      expect([route.label, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([
        route.label,
        answer.status,
        '',
      ]);
      if (route.method === 'GET') reading.push({ path: right.path, pattern: route.path });
    }
  });

  it('succeed for every GET route with each filter, sort, include and pagination parameter', async () => {
    const failed: string[] = [];
    for (const { path, pattern } of reading)
      for (const each of queriesOf(document, pattern)) await read(`${path}?${each}`, failed);
    expect(failed).toEqual([]);
  });

  it('succeed for every export with each filter and sort field', async () => {
    const failed: string[] = [];
    for (const attributes of subject.served.flatMap(({ resource }) => exportsOf(document, resource.path))) {
      const body = { data: { type: 'exports', attributes } };
      const answer = await reader.post('/api/exports', body, { headers: { accept: 'application/x-ndjson' } });
      if (answer.status >= 300) failed.push(`${JSON.stringify(attributes)}: ${answer.text}`);
    }
    expect(failed).toEqual([]);
  });
});

/** Adds the request to `failed` if it fails. */
async function read(path: string, failed: string[]): Promise<void> {
  const answer = await reader.get(path);
  if (answer.status >= 300) failed.push(`${path}: ${answer.text}`);
}

/** Statements of the service that may reach several shards, each with a reason. None does. */
const permitted: readonly { text: RegExp; reason: string }[] = [];

describe('captured SQL statements', () => {
  const ofShops = () => [...sent].filter((text) => /\bshop"?\."?\w+/.test(text));

  it('number more than fifty, as after a complete test run', () => {
    expect(ofShops().length).toBeGreaterThan(50);
  });

  it('contain no statement that Citus rejects', () => {
    const refused = ofShops().map((text) => [refusedByCitus(text), text]);
    expect(refused.filter(([reason]) => reason !== undefined)).toEqual([]);
  });

  it('use a single shard each, except statements on the list of exceptions', () => {
    const wide = ofShops()
      .filter((text) => !permitted.some((each) => each.text.test(text)))
      .map((text) => [outsideOneShard(text, tables), text]);
    expect(wide.filter(([reason]) => reason !== undefined)).toEqual([]);
  });
});

async function nameOf(database: { query<R extends object>(text: string): Promise<R[]> }): Promise<string> {
  const [row] = await database.query<{ name: string }>('SELECT current_database() AS name');
  return row!.name;
}
