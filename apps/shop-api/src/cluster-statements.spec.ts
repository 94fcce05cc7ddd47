import { send, Subject } from '@storewright/conformance';
import { clusterFunctions } from '@storewright/schema';
import { refusedByCitus } from '@storewright/testing';
import { Client } from 'pg';
import { conformanceOf, librariesWithResources } from './testing/libraries';

/*
 * Every request that the service knows, in the words that it has for a cluster of Citus: on one
 * (TEST_DATABASE_URL) each of its statements is for one shard, and where there is none, nothing in them is
 * known to be refused there.
 */
const isCluster = process.env['SHOP_DATABASE_KIND'] === 'citus';
process.env['SHOP_DATABASE_KIND'] = 'citus';
// On plain Postgres it would not start.
jest.mock('../../../libs/postgres/database/src/distribution', () => ({
  verifyDistribution: () => Promise.resolve(),
}));

/** What went to the database of the shop data, without its values. */
const sent = new Set<string>();
const { query } = Client.prototype;
beforeAll(() => {
  Client.prototype.query = function (this: Client, ...given: Parameters<typeof query>) {
    const [statement] = given as unknown as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    if (this.user === 'storewright_shop') sent.add(text.replace(/^PREPARE .*? AS /s, ''));
    return query.apply(this, given);
  } as typeof query;
});
afterAll(() => {
  Client.prototype.query = query;
});

describe.each(librariesWithResources)('requests of %s on a cluster', (name) => {
  let subject: Subject;
  beforeAll(async () => {
    subject = new Subject(await conformanceOf(name));
    await subject.start();
    const { database } = subject.api;
    if (isCluster)
      await database.query(
        `ALTER DATABASE ${await nameOf(database)} SET citus.multi_task_query_log_level = 'error'`,
      );
    else await database.query(clusterFunctions['just_after']!);
  });
  afterAll(() => subject.api.close());

  it('all succeed', async () => {
    for (const route of subject.routes) {
      const right = await subject.aRightRequest(route, { tenant: subject.tenant });
      const headers = { 'idempotency-key': `${name} ${route.label}` };
      const answer = await send(subject.tenant.http, right, route.method === 'POST' ? { headers } : {});
      expect([route.label, answer.status, answer.status < 300 ? '' : answer.text]).toEqual([
        route.label,
        answer.status,
        '',
      ]);
    }
  });
});

describe('captured statements', () => {
  const ofShops = () => [...sent].filter((text) => /\bshop"?\."?\w+/.test(text));

  it('are at least as many as a complete test run sends', () => {
    expect(ofShops().length).toBeGreaterThan(50);
  });

  it('include no statement that Citus rejects', () => {
    const refused = ofShops().map((text) => [refusedByCitus(text), text]);
    expect(refused.filter(([reason]) => reason !== undefined)).toEqual([]);
  });
});

async function nameOf(database: { query<R extends object>(text: string): Promise<R[]> }): Promise<string> {
  const [row] = await database.query<{ name: string }>('SELECT current_database() AS name');
  return row!.name;
}
