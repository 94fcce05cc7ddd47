import { randomUUID } from 'node:crypto';
import { Controller, Get, Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AuthDatabase, DatabaseModule, ShopDatabase } from '@storewright/database';
import { ApiError, JsonApiErrorFilter } from '@storewright/json-api';
import { HostGuard } from './host.guard';
import {
  aShop,
  anAccessToken,
  anApp,
  anOAuthToken,
  HttpClient,
  type TestDatabase,
  testDatabase,
  testKey,
  type TestShop,
  until,
} from '@storewright/testing';
import { Client } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { AccessModule } from './access.module';
import { CustomerReads } from './customer-reads';
import { Scope } from './declaration';
import type { Grant } from './grant';
import { levelOf } from './id-sample';
import { NetworkCounts } from './network-counts';
import { RequestCounts } from './request-counts';
import { ScopeCounts } from './scope-counts';
import { ScopeGuard } from './scope.guard';
import { TokenGuard } from './token.guard';

@Controller('api')
class Routes {
  @Get('meta')
  @Scope('meta.collection')
  fine(): string {
    return 'fine';
  }
  @Get('both')
  @Scope('orders.collection', 'customers.get')
  both(): string {
    return 'both';
  }
  @Get('broken')
  @Scope('meta.collection')
  broken(): string {
    throw new ApiError('unavailable', { detail: 'away' });
  }
}

@Module({
  controllers: [Routes],
  providers: [
    { provide: APP_GUARD, useExisting: HostGuard },
    { provide: APP_GUARD, useExisting: TokenGuard },
    { provide: APP_GUARD, useExisting: ScopeGuard },
    { provide: APP_FILTER, useValue: new JsonApiErrorFilter('https://docs.test') },
  ],
})
class RoutesModule {}

let database: TestDatabase;
let shop: TestShop;
const applications: NestFastifyApplication[] = [];

beforeAll(async () => {
  database = await testDatabase();
});
beforeEach(async () => {
  shop = await aShop(database);
});
afterEach(() => Promise.all(applications.splice(0).map((application) => application.close())));
afterAll(() => database.drop());

/** A process of the shop API. */
async function anInstance() {
  const connection = { url: database.url('shop'), applicationName: 'spec' };
  const module = await Test.createTestingModule({
    imports: [
      DatabaseModule.forRoot(AuthDatabase, connection),
      DatabaseModule.forRoot(ShopDatabase, connection),
      AccessModule.forRoot({
        shopBaseDomain: 'shops.test',
        centralHost: 'api.shops.test',
        shopUrl: 'https://{shop}.shops.test',
        authListenUrl: connection.url,
        shopListenUrl: connection.url,
        secretsKeys: new Map([['test', Buffer.from(testKey, 'base64')]]),
      }),
      RoutesModule,
    ],
  }).compile();
  const adapter = new FastifyAdapter();
  const application = module.createNestApplication<NestFastifyApplication>(adapter, { logger: false });
  await application.listen(0, '127.0.0.1');
  applications.push(application);
  const { port } = application.getHttpServer().address() as { port: number };
  const as = (token: string) => new HttpClient(port, `${shop.domain}.shops.test`, token);
  return { application, as, counts: application.get(RequestCounts), uses: application.get(ScopeCounts) };
}

const written = () =>
  database.query(
    `SELECT credential, credential_id, requests, client_errors, server_errors FROM auth.request_counts
     WHERE shop_id = $1 ORDER BY credential, hour`,
    [shop.id],
  );
/** Sums of the hours of each day, and the counts by day. */
const days = () =>
  Promise.all(
    [
      `SELECT credential_id AS installation_id, date_trunc('day', hour, 'UTC') AS day, sum(requests)::int AS requests,
         sum(client_errors)::int AS client_errors, sum(server_errors)::int AS server_errors
       FROM auth.request_counts WHERE shop_id = $1 AND credential = 'installations' GROUP BY 1, 2 ORDER BY 2, 1`,
      `SELECT installation_id, day, requests, client_errors, server_errors FROM auth.request_days
        WHERE shop_id = $1 ORDER BY 2, 1`,
    ].map((text) => database.query(text, [shop.id])),
  );
async function idOf(table: string): Promise<string> {
  const [row] = await database.query<{ id: string }>(`SELECT id FROM auth.${table} WHERE shop_id = $1`, [
    shop.id,
  ]);
  return row!.id;
}
const ofInstallation = (installation_id: string = randomUUID()) =>
  ofToken({ kind: 'oauth_token', installation_id } as Partial<Grant>);
const ofToken = (given: Partial<Grant> = {}) =>
  ({
    kind: 'access_token',
    token_id: randomUUID(),
    shop: { ...shop, status: 'active', time_zone: 'UTC', currency_code: 'EUR' },
    ...given,
  }) as Grant;

describe('RequestCounts', () => {
  it('counts the requests and the 4xx and 5xx responses of each installation and access token', async () => {
    const { as, counts } = await anInstance();
    const access = as(await anAccessToken(database, shop, ['meta.collection']));
    const oauth = as(await anOAuthToken(database, shop, await anApp(database), []));
    for (const path of ['/api/meta', '/api/meta', '/api/broken']) await access.get(path);
    expect((await oauth.get('/api/meta')).status).toBe(403);
    await counts.flush();
    expect(await written()).toEqual([
      {
        credential: 'access_tokens',
        credential_id: await idOf('access_tokens'),
        ...{ requests: 3, client_errors: 0, server_errors: 1 },
      },
      {
        credential: 'installations',
        credential_id: await idOf('installations'),
        ...{ requests: 1, client_errors: 1, server_errors: 0 },
      },
    ]);
  });

  it('ignores requests with a token of a different shop', async () => {
    const { as, counts } = await anInstance();
    const others = await anAccessToken(database, await aShop(database));
    expect((await as(others).get('/api/meta')).status).toBe(401);
    expect((await as('swa_x').get('/api/meta')).status).toBe(401);
    await counts.flush();
    expect(await written()).toEqual([]);
  });

  it('ignores requests of the admin panel', async () => {
    const { as, counts } = await anInstance();
    const panel = as(await anAccessToken(database, shop));
    const { owner_id } = await anApp(database);
    await database.query(
      `WITH session AS (INSERT INTO auth.sessions (id, owner_id, digest, expires_at) VALUES (gen_random_uuid(),
        $2, sha256('x'), 'infinity') RETURNING id)
       UPDATE auth.access_tokens SET session_id = session.id, expires_at = 'infinity' FROM session WHERE shop_id = $1`,
      [shop.id, owner_id],
    );
    expect((await panel.get('/api/meta')).status).toBe(200);
    await counts.flush();
    expect(await written()).toEqual([]);
  });

  it('sums the counts of several processes', async () => {
    const [one, other] = [await anInstance(), await anInstance()];
    const token = await anAccessToken(database, shop);
    for (const { as } of [one, other, one]) await as(token).get('/api/meta');
    await Promise.all([one.counts.flush(), other.counts.flush()]);
    expect(await written()).toMatchObject([{ requests: 3 }]);
  });

  it('writes the request counts in memory when the process stops', async () => {
    const { application, as } = await anInstance();
    await as(await anAccessToken(database, shop)).get('/api/meta');
    applications.pop();
    await application.close();
    expect(await written()).toMatchObject([{ requests: 1 }]);
  });

  it('counts requests per hour and deletes the counts after 30 days', async () => {
    const { counts } = await anInstance();
    const grant = ofToken();
    const now = Date.now();
    const day = 24 * 3_600_000;
    for (const ago of [0, 0, day, 29 * day, 31 * day]) counts.add(grant, 200, now - ago);
    await counts.flush();
    expect((await written()).map(({ requests }) => requests as number)).toEqual([1, 1, 1, 2]);
    counts.add(grant, 200, now);
    await counts.flush();
    expect((await written()).map(({ requests }) => requests as number)).toEqual([1, 1, 3]);
    const [hour] = await database.query(
      `SELECT count(*)::int AS whole FROM auth.request_counts WHERE shop_id = $1 AND hour = date_trunc('hour', hour)`,
      [shop.id],
    );
    expect(hour).toEqual({ whole: 3 });
  });

  it('counts requests of installations per day, with the same sums as the hourly counts', async () => {
    const [one, other] = [await anInstance(), await anInstance()];
    const grants = [ofInstallation(), ofInstallation()];
    const midnight = Date.UTC(2026, 2, 1);
    const times = [midnight - 1, midnight, midnight + 23.9 * 3_600_000];
    for (const { counts } of [one, other]) {
      for (const at of times) for (const grant of grants) counts.add(grant, at === midnight ? 404 : 200, at);
      counts.add(ofToken(), 200, midnight);
    }
    await Promise.all([one.counts.flush(), other.counts.flush()]);
    const [hours, written] = await days();
    expect(written).toMatchObject([2, 2, 4, 4].map((requests) => ({ requests })));
    expect(written).toEqual(hours);
  });

  it('writes hourly and daily counts once, even if the database connection is killed between the two', async () => {
    const { counts } = await anInstance();
    const grant = ofInstallation();
    counts.add(grant, 200);
    await counts.flush();
    const holder = new Client({ connectionString: database.administratorUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM auth.request_days WHERE shop_id = $1 FOR UPDATE', [shop.id]);
    counts.add(grant, 200);
    const flushed = counts.flush();
    const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
      WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until('the statement waits for the day', async () => (await database.query(waiting)).length > 0);
    await flushed;
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await days()).flat()).toMatchObject([{ requests: 1 }, { requests: 1 }]);
    await counts.flush();
    await counts.flush();
    expect((await days()).flat()).toMatchObject([{ requests: 2 }, { requests: 2 }]);
  });

  it('repeats a failed write of counts when the database is available again', async () => {
    const { counts } = await anInstance();
    const grant = ofToken();
    counts.add(grant, 200);
    await database.query('ALTER TABLE auth.request_counts RENAME TO lost');
    await counts.flush();
    counts.add(grant, 404);
    await database.query('ALTER TABLE auth.lost RENAME TO request_counts');
    await counts.flush();
    await counts.flush();
    expect(await written()).toMatchObject([{ requests: 2, client_errors: 1 }]);
  });

  it('writes the counts of a shop even if the counts of another shop cannot be written', async () => {
    const { counts } = await anInstance();
    counts.add(
      ofToken({
        shop: { id: randomUUID(), domain: 'gone', status: 'active', time_zone: 'UTC', currency_code: 'EUR' },
      }),
      200,
    );
    counts.add(ofToken(), 200);
    await counts.flush();
    expect(await written()).toMatchObject([{ requests: 1 }]);
  });

  it('stores at most 10,000 unwritten counts in memory', async () => {
    const { counts } = await anInstance();
    for (let each = 0; each < 10_001; each += 1) counts.add(ofToken(), 200);
    await counts.flush();
    expect(await written()).toHaveLength(10_000);
    counts.add(ofToken(), 200);
    await counts.flush();
    expect(await written()).toHaveLength(10_001);
  });
});

describe('ScopeCounts', () => {
  const uses = () =>
    database.query(
      `SELECT credential, scope, method, requests FROM auth.scope_days WHERE shop_id = $1
       ORDER BY credential, scope, day`,
      [shop.id],
    );

  it('sums the scope counts of several processes', async () => {
    const [one, other] = [await anInstance(), await anInstance()];
    const token = await anAccessToken(database, shop);
    const app = await anOAuthToken(database, shop, await anApp(database), ['meta.collection']);
    for (const { as } of [one, other]) {
      for (const path of ['/api/meta', '/api/both', '/api/broken']) await as(token).get(path);
      // The token lacks the scopes of the route, so it does not use them.
      for (const path of ['/api/meta', '/api/both']) await as(app).get(path);
    }
    await Promise.all([one.uses.flush(), other.uses.flush()]);
    const ofToken = { credential: 'access_tokens', method: 'GET' };
    expect(await uses()).toEqual([
      { ...ofToken, scope: 'customers.get', requests: 2 },
      { ...ofToken, scope: 'meta.collection', requests: 4 },
      { ...ofToken, scope: 'orders.collection', requests: 2 },
      { credential: 'installations', method: 'GET', scope: 'meta.collection', requests: 2 },
    ]);
  });

  it('deletes scope counts after 100 days', async () => {
    const { as, uses: counts } = await anInstance();
    await database.query(
      `INSERT INTO auth.scope_days
       SELECT $1, now() - days * interval '1 day', $1, 'access_tokens', 'meta.get', 'GET', days
       FROM unnest(ARRAY[99, 101]) AS days`,
      [shop.id],
    );
    await as(await anAccessToken(database, shop)).get('/api/meta');
    await counts.flush();
    expect(await uses()).toMatchObject([{ scope: 'meta.collection' }, { scope: 'meta.get', requests: 99 }]);
  });
});

describe('NetworkCounts', () => {
  const networks = () =>
    database.query<{ network: string; requests: number }>(
      'SELECT network, requests FROM auth.network_days WHERE shop_id = $1 ORDER BY network',
      [shop.id],
    );

  it('counts requests by credential and network, with at most 100 networks per day', async () => {
    const { as, application } = await anInstance();
    const counts = application.get(NetworkCounts);
    await as(await anAccessToken(database, shop, ['meta.collection'])).get('/api/meta');
    await counts.flush();
    expect(await networks()).toEqual([{ network: '127.0.0.0/24', requests: 1 }]);
    const grant = ofInstallation();
    for (let at = 0; at < 60; at += 1) counts.add(grant, `203.0.${at}.1`);
    await counts.flush();
    for (let at = 50; at < 120; at += 1) counts.add(grant, `203.0.${at}.1`);
    await counts.flush();
    const rows = await networks();
    expect(rows).toHaveLength(102);
    expect(rows.filter(({ requests }) => requests === 2)).toHaveLength(10);
    expect(rows.at(-1)).toEqual({ network: 'other', requests: 20 });
  });
});

describe('CustomerReads', () => {
  const samples = () =>
    database.query<{ type: string; level: number; ids: string[]; estimate: number }>(
      `SELECT type, level, customer_ids::text[] AS ids, (cardinality(customer_ids) * (1 << level))::integer AS estimate
       FROM auth.customer_days WHERE shop_id = $1 ORDER BY type`,
      [shop.id],
    );
  const someIds = (count: number) => Array.from({ length: count }, () => uuidv7());

  it('merges the customer samples of several flushes, without customers whose erasure was requested', async () => {
    const counts = (await anInstance()).application.get(CustomerReads);
    const [grant, ids, erased] = [ofInstallation(), someIds(3), uuidv7()];
    await database.query(
      `INSERT INTO auth.erasures (shop_id, id, subject, customer_id, resource, requested_at, due_at)
       VALUES ($1, gen_random_uuid(), 'customer', $2, '{}', now(), now())`,
      [shop.id, erased],
    );
    for (const read of [ids.slice(0, 2), ids, [erased]]) {
      counts.addIds(grant, 'orders', read);
      await counts.flush();
    }
    counts.addIds(grant, 'events', [erased]);
    counts.addIds(ofToken({ session_id: uuidv7() }), 'orders', ids);
    await counts.flush();
    expect(await samples()).toEqual([{ type: 'orders', level: 0, ids, estimate: 3 }]);
  });

  it('estimates more than 256 customers from a sample, which is the same in SQL and TypeScript', async () => {
    const counts = (await anInstance()).application.get(CustomerReads);
    const grant = ofInstallation();
    for (let flush = 0; flush < 3; flush += 1) {
      counts.addIds(grant, 'orders', someIds(1_000));
      await counts.flush();
    }
    const [sample] = await samples();
    expect(sample!.ids.length).toBeLessThanOrEqual(256);
    expect(sample!.ids.filter((id) => levelOf(id) < sample!.level)).toEqual([]);
    // Six times the standard error.
    expect(Math.abs(sample!.estimate / 3_000 - 1)).toBeLessThan(0.55);
  });
});
