import { distribute, migrate } from '@storewright/schema';
import { until } from '@storewright/testing';
import { Stage } from './testing/stage';

let stage: Stage;
let lines: string[];
beforeEach(async () => {
  stage = await Stage.open();
  lines = [];
});
afterEach(() => stage.close());

type Worker = Awaited<ReturnType<Stage['startWorker']>>;

const startWorker = (environment: Record<string, string> = {}) =>
  stage.startWorker(
    { log: { write: (line: string) => void lines.push(line) } },
    { LOG_LEVEL: 'error', ...environment },
  );
const ready = async (worker: Worker) => (await worker.inject({ url: '/readyz' })).statusCode;
/** Returns the log lines, one for each reason. */
const reported = () => lines.map((line) => (JSON.parse(line) as { msg: string }).msg);

describe('GET /readyz', () => {
  it("returns 200 if the database schema and the database roles match the worker's build", async () => {
    const worker = await startWorker();
    await until('it is ready', async () => (await ready(worker)) === 200);
    expect(reported()).toEqual([]);
  });

  it('returns 503 while migrations are pending, logs the migrate command once, and then returns 200', async () => {
    const removed = await stage.database.query<{ timestamp: string; name: string }>(
      `DELETE FROM shop.migrations WHERE id IN (SELECT id FROM shop.migrations ORDER BY timestamp DESC LIMIT 2)
        RETURNING timestamp, name`,
    );
    const worker = await startWorker();
    expect([await ready(worker), await ready(worker)]).toEqual([503, 503]);
    const first = removed
      .map(({ name }) => name)
      .sort((a, b) => Number(a.slice(-13)) - Number(b.slice(-13)))[0];
    expect(reported()).toEqual([
      `not ready: the shop data lacks 2 migrations of this release, from ${first} on. ` +
        "Run the operator's command: node dist/apps/operator/main.js migrate",
    ]);
    for (const { timestamp, name } of removed)
      await stage.database.query('INSERT INTO shop.migrations (timestamp, name) VALUES ($1, $2)', [
        timestamp,
        name,
      ]);
    await until('it is ready', async () => (await ready(worker)) === 200);
  });

  it('returns 503 if the worker may not read the migrations of the database', async () => {
    await stage.database.query('REVOKE SELECT ON auth.migrations FROM storewright_hooks');
    const worker = await startWorker();
    expect(await ready(worker)).toBe(503);
    expect(reported()).toEqual([
      'not ready: the auth data is not migrated, or was migrated by an older release. ' +
        "Run the operator's command: node dist/apps/operator/main.js migrate",
    ]);
  });

  it.each(['AUTH', 'SHOP'])(
    'returns 503 if %s_DATABASE_URL contains the database role of a different service',
    async (data) => {
      const worker = await startWorker({ [`${data}_DATABASE_URL`]: stage.database.url('shop') });
      expect(await ready(worker)).toBe(503);
      expect(reported()).toEqual([
        `not ready: the database role "storewright_shop" cannot serve the ${data.toLowerCase()} data. ` +
          `Set ${data}_DATABASE_URL to the role "storewright_hooks".`,
      ]);
    },
  );

  it.each([
    ['table', 'REVOKE DELETE ON shop.events FROM storewright_hooks', 'DELETE on shop.events'],
    [
      'column',
      'REVOKE UPDATE (epoch) ON shop.event_streams FROM storewright_hooks',
      'UPDATE (epoch) on shop.event_streams',
    ],
  ])('returns 503 if the database role lacks a privilege on a %s', async (_, revoke, missing) => {
    await stage.database.query(revoke);
    const worker = await startWorker();
    expect(await ready(worker)).toBe(503);
    expect(reported()).toEqual([
      `not ready: the database role "storewright_hooks" lacks ${missing}. As the owner, run: ` +
        `GRANT ${missing.replace(' on ', ' ON ')} TO storewright_hooks;`,
    ]);
  });

  it('returns 503 if the database has no schema', async () => {
    await stage.database.query('DROP SCHEMA shop CASCADE; DROP SCHEMA auth CASCADE');
    const worker = await startWorker();
    expect(await ready(worker)).toBe(503);
    expect(reported()).toEqual([
      'not ready: the auth data is not migrated, or was migrated by an older release. ' +
        "Run the operator's command: node dist/apps/operator/main.js migrate",
    ]);
  });

  const onCluster = process.env['SHOP_DATABASE_KIND'] === 'citus' ? it : it.skip;
  onCluster('returns 503 on a cluster whose tables are not distributed', async () => {
    await stage.database.query('DROP SCHEMA shop CASCADE; DROP SCHEMA auth CASCADE');
    const worker = await startWorker();
    const url = stage.database.administratorUrl;
    const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
    await migrate({ auth: url, shop: url }, passwords);
    await until('the schema is there', async () => {
      expect(await ready(worker)).toBe(503);
      return reported().at(-1)?.includes('distribute');
    });
    expect(reported().at(-1)).toMatch(
      /^not ready: the shop data is on a cluster, but \d+ of its tables are not distributed, such as \w+\. Run/,
    );
    await distribute(url, passwords, { shards: 4 });
    await until('it is ready', async () => (await ready(worker)) === 200);
  });
});
