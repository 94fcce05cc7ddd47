import { send, Subject } from '@storewright/conformance';
import { clusterFunctions } from '@storewright/schema';
import { refusedByCitus } from '@storewright/testing';
import { Client } from 'pg';
import { conformanceOf, librariesWithResources } from './testing/libraries';

/*
 * Sends every request with the SQL for Citus. On a cluster (TEST_DATABASE_URL) each statement must use one
 * shard. On plain Postgres no statement may contain syntax that Citus is known to reject.
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
