import { randomUUID } from 'node:crypto';
import {
  aMeta,
  aTenant,
  changedMeta,
  KeepAliveConnection,
  newMeta,
  type TestApi,
} from '@storewright/api-testing';
import { entryTokens } from '@storewright/meta';
import {
  anAccessToken,
  aShop,
  BuiltService,
  HttpClient,
  OwnPostgres,
  PostgresProxy,
  type Response,
  type TestDatabase,
  testDatabase,
  until,
} from '@storewright/testing';
import { mintToken } from '@storewright/tokens';
import { startShopApi } from './testing/shop-api';
import { type Known, Writers } from './testing/writers';

describe('while Postgres is down (docs/contract.md §8.3)', () => {
  let postgres: OwnPostgres;
  let api: TestApi;
  beforeAll(async () => {
    postgres = await OwnPostgres.start();
    api = await startShopApi({}, postgres);
  });
  afterAll(() => api.close());

  it('every request returns 503 with Retry-After, and a retry succeeds when Postgres is available again', async () => {
    const { id, path } = await aMeta(api.http, { data: { before: true } });
    const http = api.http.allowing('ER-12');
    const stranger = http.as(mintToken('access_token').reveal());
    const requests: Record<string, () => Promise<Response>> = {
      list: () => http.get('/api/meta?page[total]=true'),
      get: () => http.get(path),
      post: () => http.post('/api/meta', newMeta()),
      'post once': () => http.post('/api/meta', newMeta(), { headers: { 'idempotency-key': randomUUID() } }),
      patch: () => http.patch(path, changedMeta(id, { data: { during: true } })),
      delete: () => http.delete(path),
      'unknown token': () => stranger.get(path),
      'unknown host': () => http.at(`${randomUUID()}.localhost`).get(path),
    };
    await postgres.stop();
    for (const cached of [true, false]) {
      // Expires the caches of tokens and shops, so that both are read from the database.
      if (!cached) api.clock.advance(1_000);
      for (const [name, send] of Object.entries(requests)) {
        const { status, headers, body } = await send();
        expect([name, status, body.errors[0].code, headers['retry-after']]).toEqual([
          name,
          503,
          'unavailable',
          '2',
        ]);
      }
    }
    expect((await fetch(`http://127.0.0.1:${api.port}/healthz`)).status).toBe(200);

    await postgres.startAgain();
    api.clock.release();
    await until('it answers again', async () => (await http.get(path)).status === 200);
    for (const [name, send] of Object.entries(requests)) {
      const expected =
        { 'unknown token': 401, 'unknown host': 404, post: 201, 'post once': 201, delete: 204 }[name] ?? 200;
      expect([name, (await send()).status]).toEqual([name, expected]);
    }
  });
});

describe('while the postmaster is stopped', () => {
  let postgres: OwnPostgres;
  let api: TestApi;
  beforeAll(async () => {
    postgres = await OwnPostgres.start();
    api = await startShopApi({}, postgres);
  });
  afterAll(async () => {
    postgres.resume();
    await api.close();
  });

  it('requests that need a new database connection return 503 with Retry-After, and a retry succeeds', async () => {
    const { path } = await aMeta(api.http, { data: {} });
    const http = api.http.allowing('ER-12');
    // The connection monitor keeps its connection, so the server seems to respond.
    await postgres.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE usename = 'storewright_shop' AND application_name NOT LIKE '%-watch'`,
    );
    postgres.suspend();
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => [http.get(path), http.post('/api/meta', newMeta())]).flat(),
    );
    postgres.resume();
    expect(answers.map(({ status, headers }) => [status, headers['retry-after']])).toEqual(
      answers.map(() => [503, '2']),
    );
    await until('it serves again', async () => (await http.get(path)).status === 200);
  });
});

describe('while backends are killed under load (docs/contract.md §8.1)', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startShopApi();
  });
  afterAll(() => api.close());

  /** Terminates the backends of the shared connections, the pool and the listener. */
  async function killBackends(): Promise<number> {
    const killed = await api.database.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND usename = 'storewright_shop'`,
    );
    return killed.length;
  }

  it('interrupted requests return 503, and no acknowledged write is lost or partial', async () => {
    const { shop, http } = await aTenant(api);
    const writers = new Writers(http.allowing('ER-12'), 8);
    let killed = 0;
    for (let round = 1; round <= 15; round += 1) {
      await until('writing goes on', async () => writers.acknowledged >= round * 40);
      killed += await killBackends();
    }
    await until('writing goes on', async () => writers.acknowledged >= 700);
    await writers.stop();
    expect(killed).toBeGreaterThan(15);
    expect([...writers.refusals]).toEqual(['503 unavailable, Retry-After 2']);
    await expectKept(writers.known, shop.id);
    await expectWhole(shop.id);
  });

  it('a write that a client retries with its Idempotency-Key until it succeeds is stored once', async () => {
    const { shop, http } = await aTenant(api);
    const patient = http.allowing('ER-12');
    const made: string[] = [];
    const client = async () => {
      for (let count = 0; count < 15; count += 1) {
        const headers = { 'idempotency-key': randomUUID() };
        const answer = await until('it is acknowledged', async () => {
          const { status, body } = await patient.post('/api/meta', newMeta(), { headers });
          if (status !== 201) expect([503, 409]).toContain(status);
          return status === 201 && (body.data.id as string);
        });
        made.push(answer);
        if (made.length % 6 === 0) await killBackends();
      }
    };
    await Promise.all([client(), client(), client(), client()]);
    const stored = await api.database.query<{ id: string }>('SELECT id FROM shop.meta WHERE shop_id = $1', [
      shop.id,
    ]);
    expect(stored.map(({ id }) => id).sort()).toEqual([...made].sort());
  });

  /** Acknowledged writes must exist. Unacknowledged writes may exist. */
  async function expectKept(known: Known[], shopId: string): Promise<void> {
    const rows = await api.database.query<{ id: string; data: Record<string, unknown> }>(
      'SELECT id, data FROM shop.meta WHERE shop_id = $1',
      [shopId],
    );
    const stored = new Map(rows.map(({ id, data }) => [id, data]));
    for (const { id, acknowledged, sent, deleted } of known) {
      const data = stored.get(id);
      const mayBeThere = deleted !== 'acknowledged';
      const mustBeThere = deleted === 'no' && acknowledged >= 0;
      expect([id, data !== undefined]).toEqual([id, mustBeThere || (mayBeThere && data !== undefined)]);
      if (!data) continue;
      const last = data['n'] as number;
      expect(last).toBeGreaterThanOrEqual(acknowledged);
      expect(last).toBeLessThanOrEqual(sent);
      // The object contains the key that the last write added together with this value.
      expect(data[`of ${last}`]).toBe(id);
    }
  }

  /** Checks that every object has its search entries, and that every search entry has its object. */
  async function expectWhole(shopId: string): Promise<void> {
    const objects = await api.database.query<{ id: string; segment: number; data: Record<string, unknown> }>(
      'SELECT id, segment, data FROM shop.meta WHERE shop_id = $1',
      [shopId],
    );
    const entries = await api.database.query<{ entry: string }>(
      `SELECT meta_id || ' ' || segment || ' ' || encode(tok, 'hex') AS entry
         FROM shop.meta_entries WHERE shop_id = $1`,
      [shopId],
    );
    const expected = objects.flatMap(({ id, segment, data }) =>
      entryTokens(data).map((token) => `${id} ${segment} ${token.toString('hex')}`),
    );
    expect(entries.map(({ entry }) => entry).sort()).toEqual(expected.sort());
    expect(objects.length).toBeGreaterThan(20);
  }
});

describe('the built service without a database (docs/contract.md §8.3)', () => {
  let built: BuiltService;
  let database: TestDatabase;
  let proxy: PostgresProxy;
  beforeAll(async () => {
    [built, database] = await Promise.all([BuiltService.build('shop-api'), testDatabase()]);
    proxy = await PostgresProxy.before(database.url('shop'));
  });
  afterAll(async () => {
    await proxy.close();
    await database.drop();
    built.delete();
  });

  it('is alive but not ready, serves requests when the database becomes available, and exits cleanly', async () => {
    const shop = await aShop(database);
    const token = await anAccessToken(database, shop);
    await proxy.refuse();
    const service = await built.start(proxy.through(database.url('shop')));
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${service.port}${path}`)).status;
    const client = new HttpClient(service.port, `${shop.domain}.localhost`, token);
    const read = async () => (await client.get('/api/meta')).status;
    expect([await status('/healthz'), await status('/readyz'), await read()]).toEqual([200, 503, 503]);
    await proxy.pass();
    await until('it is ready', async () => (await status('/readyz')) === 200);
    expect(await read()).toBe(200);
    proxy.swallow();
    await until('it is not ready', async () => (await status('/readyz')) === 503);
    expect([await status('/healthz'), await read()]).toEqual([200, 503]);
    expect(await service.stop()).toBe(0);
  });
});

describe('SIGTERM under load of the built service (docs/contract.md §8.3)', () => {
  let built: BuiltService;
  let api: TestApi;
  beforeAll(async () => {
    [built, api] = await Promise.all([BuiltService.build('shop-api'), startShopApi()]);
  });
  afterAll(async () => {
    await api.close();
    built.delete();
  });

  it('fails no request on keep-alive connections, loses no acknowledged write, and exits cleanly', async () => {
    const { child, port, ended } = await built.start(api.database.url('shop'));
    const shop = await aShop(api.database);
    const headers = {
      host: `${shop.domain}.localhost`,
      authorization: `Bearer ${await anAccessToken(api.database, shop)}`,
    };
    const statuses = new Map<number, number>();
    const acknowledged: string[] = [];
    let answered = 0;
    /** Sends reads and writes one after the other on one connection, until the server closes it. */
    const client = async () => {
      const connection = new KeepAliveConnection(port, headers);
      for (let count = 0; ; count += 1) {
        const id = randomUUID();
        const answer =
          count % 2
            ? await connection.send('GET', '/api/meta')
            : await connection.send('POST', '/api/meta', newMeta({}, { id }));
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        if (answer.status === 201) acknowledged.push(id);
        answered += 1;
        if (answered === 600) child.kill('SIGTERM');
        if (answer.headers.connection === 'close') return connection.close();
      }
    };
    await Promise.all(Array.from({ length: 24 }, client));
    expect(await ended).toBe(0);
    expect(answered).toBeGreaterThanOrEqual(600);
    expect([...statuses.keys()].sort()).toEqual([200, 201]);
    const stored = await api.database.query<{ id: string }>('SELECT id FROM shop.meta WHERE shop_id = $1', [
      shop.id,
    ]);
    expect(stored.map(({ id }) => id).sort()).toEqual(acknowledged.sort());
  });
});
