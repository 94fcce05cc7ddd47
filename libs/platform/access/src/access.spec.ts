import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import { APP_FILTER, APP_GUARD } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { Test } from '@nestjs/testing';
import { AuthDatabase, DatabaseModule, ShopDatabase } from '@storewright/database';
import { JsonApiErrorFilter } from '@storewright/json-api';
import { HostGuard } from './host.guard';
import {
  aShop,
  anAccessToken,
  anApp,
  anOAuthToken,
  HttpClient,
  type Options,
  type Response,
  type TestDatabase,
  testDatabase,
  testKey,
  type TestShop,
  until,
} from '@storewright/testing';
import { digestOf, mintToken, seal, secretProof } from '@storewright/tokens';
import { AccessModule } from './access.module';
import { DeclareAccess, Public, Scope } from './declaration';
import { CurrentGrant, type Grant } from './grant';
import { ScopeGuard } from './scope.guard';
import { SimulationGuard } from './simulation.guard';
import { TokenGuard } from './token.guard';
import { TokenVerifier } from './token-verifier';

/** Number of requests that reached the handler of POST /api/meta. */
let handled = 0;

@Controller('api')
class Routes {
  @Get('meta')
  @Scope('meta.collection')
  list(@CurrentGrant() { kind, shop, app_id }: Grant): object {
    return { kind, shop: shop.id, app_id };
  }
  @Post('meta')
  @Scope('meta.post')
  create(@Body() body: unknown): object {
    handled += 1;
    return { body };
  }
  @Get('open')
  @Public('for the test')
  open(): string {
    return 'open';
  }
  @Get('person')
  @DeclareAccess({ kind: 'session' })
  person(): string {
    return 'a signed-in person';
  }
}

@Module({
  controllers: [Routes],
  providers: [
    { provide: APP_GUARD, useExisting: HostGuard },
    { provide: APP_GUARD, useExisting: TokenGuard },
    { provide: APP_GUARD, useExisting: ScopeGuard },
    { provide: APP_GUARD, useExisting: SimulationGuard },
    { provide: APP_FILTER, useValue: new JsonApiErrorFilter('https://docs.test') },
  ],
})
class RoutesModule {}

describe('an authenticated route', () => {
  let database: TestDatabase;
  let application: NestFastifyApplication;
  let port: number;
  let shop: TestShop;
  let other: TestShop;

  beforeAll(async () => {
    database = await testDatabase();
    [shop, other] = [await aShop(database), await aShop(database)];
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
    application = module.createNestApplication<NestFastifyApplication>(
      new FastifyAdapter({ trustProxy: '127.0.0.1' }),
      { logger: false },
    );
    await application.listen(0, '127.0.0.1');
    port = Number(new URL(await application.getUrl()).port);
  });
  afterAll(async () => {
    await application.close();
    await database.drop();
  });

  const at = ({ domain }: TestShop, token?: string) => new HttpClient(port, `${domain}.shops.test`, token);
  const central = (token?: string) => new HttpClient(port, 'api.shops.test', token);
  const problem = ({ body }: Response) => (body as { errors: Record<string, unknown>[] }).errors[0]!;
  const withoutId = (response: Response) => ({ ...problem(response), id: '' });

  describe('called with a bearer token', () => {
    it('accepts an access token of the shop', async () => {
      const token = await anAccessToken(database, shop);
      const response = await at(shop, token).get('/api/meta');
      expect([response.status, response.body]).toEqual([200, { kind: 'access_token', shop: shop.id }]);
    });

    it.each(['Bearer', 'bearer', 'BEARER', 'bEaReR '])(
      'accepts the authentication scheme in any letter case: "%s" (RFC 9110 §11.1, AU-04)',
      async (scheme) => {
        const authorization = `${scheme} ${await anAccessToken(database, shop)}`;
        expect((await at(shop).get('/api/meta', { headers: { authorization } })).status).toBe(200);
      },
    );

    it('returns 401 with a Bearer challenge if the request has no credential (RFC 6750 §3, AU-01)', async () => {
      const response = await at(shop).get('/api/meta');
      expect(problem(response)).toMatchObject({ status: '401', code: 'unauthorized' });
      // RFC 6750 §3.1: the challenge has no error code if no credential was sent.
      expect(response.headers['www-authenticate']).toBe('Bearer realm="storewright"');
    });

    it.each([
      ['the scheme Basic', (token: string) => `Basic ${token}`],
      ['no scheme', (token: string) => token],
      ['no token', () => 'Bearer'],
      ['only spaces after the scheme', () => 'Bearer   '],
      ['two tokens', (token: string) => `Bearer ${token} ${token}`],
      ['a list of credentials', (token: string) => `Bearer ${token}, Bearer ${token}`],
      ['a quoted token', (token: string) => `Bearer "${token}"`],
      ['a parameter', (token: string) => `Bearer token=${token}`],
      [
        'a wrong checksum',
        (token: string) => `Bearer ${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
      ],
      ['a character after the token', (token: string) => `Bearer ${token}0`],
      ['an unknown token prefix', (token: string) => `Bearer swx_${token.slice(4)}`],
      ['an unknown token', () => `Bearer ${mintToken('access_token').reveal()}`],
      ['a session token', () => `Bearer ${mintToken('session').reveal()}`],
      ['a tab after the scheme', (token: string) => `Bearer\t${token}`],
      ['a token of 10,000 characters', () => `Bearer ${'a'.repeat(10_000)}`],
    ])('returns 401 for an Authorization header with %s (AU-02, AU-03)', async (_, header) => {
      const token = await anAccessToken(database, shop);
      const authorization = header(token);
      const response = await at(shop).get('/api/meta', { headers: { authorization } });
      expect(response.status).toBe(401);
      expect(problem(response)).toMatchObject({ code: 'invalid_token', source: { header: 'Authorization' } });
      expect(response.headers['www-authenticate']).toMatch(
        /^Bearer realm="storewright", error="invalid_token"/,
      );
      expect(response.text).not.toContain(token.slice(4, 40));
    });

    it('returns 401 for a token in the query string or the body (RFC 6750 §2.3, AU-08)', async () => {
      const token = await anAccessToken(database, shop);
      expect((await at(shop).get(`/api/meta?access_token=${token}`)).status).toBe(401);
      expect(
        (
          await at(shop).post('/api/meta', `access_token=${token}`, {
            headers: { 'content-type': 'text/plain' },
          })
        ).status,
      ).toBe(401);
    });

    it('returns the same error for a token of a different shop as for an unknown token', async () => {
      const foreign = await at(shop, await anAccessToken(database, other)).get('/api/meta');
      const unknown = await at(shop, mintToken('access_token').reveal()).get('/api/meta');
      expect(withoutId(foreign)).toEqual(withoutId(unknown));
      expect(foreign.headers['www-authenticate']).toBe(unknown.headers['www-authenticate']);
      expect(foreign.status).toBe(401);
    });
  });

  describe('that requires a scope', () => {
    it('returns 403 and reports the missing scope in header, detail and meta (RFC 6750 §3.1)', async () => {
      const token = await anOAuthToken(database, shop, await anApp(database), ['meta.get', 'meta.post']);
      const response = await at(shop, token).get('/api/meta');
      expect(response.status).toBe(403);
      expect(problem(response)).toMatchObject({
        code: 'insufficient_scope',
        meta: { required_scopes: ['meta.collection'] },
      });
      expect(problem(response)['detail']).toContain('"meta.collection"');
      expect(response.headers['www-authenticate']).toMatch(
        /error="insufficient_scope".*scope="meta\.collection"$/,
      );
    });

    it('returns 200 for a token with the scope, and 403 for a token without the scope', async () => {
      const token = await anAccessToken(database, shop, ['meta.collection']);
      expect((await at(shop, token).get('/api/meta')).status).toBe(200);
      expect(
        (await at(shop, token).post('/api/meta', {}, { headers: { 'content-type': 'application/json' } }))
          .status,
      ).toBe(403);
      expect((await at(shop, await anAccessToken(database, shop, [])).get('/api/meta')).status).toBe(403);
    });

    it('returns 200 for an access token without a scope list, which has all scopes', async () => {
      expect((await at(shop, await anAccessToken(database, shop)).get('/api/meta')).status).toBe(200);
    });
  });

  describe('of a suspended shop', () => {
    it('returns 403 for a valid token and 401 without a token', async () => {
      const closed = await aShop(database, { status: 'suspended' });
      const token = await anAccessToken(database, closed);
      expect(problem(await at(closed, token).get('/api/meta'))).toMatchObject({
        status: '403',
        code: 'shop_suspended',
      });
      expect(problem(await at(closed).get('/api/meta'))).toMatchObject({ code: 'unauthorized' });
    });
  });

  describe('of a shop with a suspension', () => {
    const codeOf = async (token: string) => {
      const response = await at(shop, token).get('/api/meta');
      return [response.status, response.status === 200 ? undefined : problem(response)['code']];
    };
    const announced = async (change: string, values: unknown[]) => {
      await database.query(change, values);
      const payload = JSON.stringify({ shop_id: shop.id });
      await database.query(`SELECT pg_notify('storewright_credentials', $1)`, [payload]);
    };

    it('returns 403 only to the suspended app, and does not store the first use of the app’s token', async () => {
      const [app, neighbor] = [await anApp(database), await anApp(database)];
      const token = await anOAuthToken(database, shop, app, ['meta.collection']);
      const other = await anOAuthToken(database, shop, neighbor, ['meta.collection']);
      const set = 'UPDATE auth.oauth_tokens SET suspended = $2 WHERE app_id = $1';
      await announced(set, [app.id, true]);
      expect(await codeOf(token)).toEqual([403, 'app_suspended']);
      expect(await codeOf(other)).toEqual([200, undefined]);
      const used = 'SELECT first_used_at FROM auth.oauth_tokens WHERE app_id = $1';
      expect(await database.query(used, [app.id])).toEqual([{ first_used_at: null }]);
      await announced(set, [app.id, false]);
      await until('the app works again', async () => (await codeOf(token))[0] === 200);
    });

    it('returns 403 to apps and access tokens, but 200 to the admin panel, if API access is suspended', async () => {
      const app = await anApp(database);
      const tokens = [
        await anOAuthToken(database, shop, app, ['meta.collection']),
        await anAccessToken(database, shop),
      ];
      const panel = await anAccessToken(database, shop);
      const session = `INSERT INTO auth.sessions (id, owner_id, digest, expires_at)
        VALUES (gen_random_uuid(), $1, sha256('suspension'), 'infinity') RETURNING id`;
      const [{ id }] = (await database.query<{ id: string }>(session, [app.owner_id])) as [{ id: string }];
      await database.query(
        `UPDATE auth.access_tokens SET session_id = $1, expires_at = now() + interval '1 h'
         WHERE digest = decode($2, 'hex')`,
        [id, digestOf(panel)],
      );
      const set = 'UPDATE auth.shops SET api_suspended = $2 WHERE id = $1';
      await announced(set, [shop.id, true]);
      for (const token of tokens) expect(await codeOf(token)).toEqual([403, 'api_suspended']);
      expect(await codeOf(panel)).toEqual([200, undefined]);
      await announced(set, [shop.id, false]);
      for (const token of tokens)
        await until('the token works again', async () => (await codeOf(token))[0] === 200);
    });
  });

  describe('called with a token that is limited to networks', () => {
    const get = (token: string, address: string) =>
      at(shop, token).get('/api/meta', { headers: { 'x-forwarded-for': address } });
    const codes = async (token: string, ...addresses: string[]) => {
      const responses = await Promise.all(addresses.map((address) => get(token, address)));
      return responses.map((response) => (response.status === 200 ? 200 : problem(response)['code']));
    };
    const inside = ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::9'];

    it('returns 403 with the client’s address if this address is outside the allowed networks', async () => {
      const token = await anAccessToken(database, shop);
      const networks = `'{203.0.113.0/24,2001:db8::/32}'`;
      await database.query(
        `UPDATE auth.access_tokens SET allowed_networks = ${networks} WHERE digest = decode($1, 'hex')`,
        [digestOf(token)],
      );
      expect(await codes(token, ...inside)).toEqual([200, 200, 200]);
      const refused = await get(token, '198.51.100.7');
      expect([refused.status, problem(refused)]).toMatchObject([
        403,
        {
          code: 'network_not_allowed',
          detail:
            'The token is not allowed for requests from 198.51.100.7. Send the request from an allowed network, or ' +
            'ask a member of the shop to add the address to allowed_networks.',
          meta: { address: '198.51.100.7' },
        },
      ]);
      // Only the last address comes from the trusted proxy. A client can send the others itself.
      expect(await codes(token, '203.0.113.9, 198.51.100.7')).toEqual(['network_not_allowed']);
    });

    it('applies the networks of the installation instead of those of the app, and stores no rejected use', async () => {
      const app = await anApp(database);
      const token = await anOAuthToken(database, shop, app, ['meta.collection']);
      await database.query(`UPDATE auth.apps SET allowed_networks = '{203.0.113.0/24}' WHERE id = $1`, [
        app.id,
      ]);
      expect(await codes(token, '198.51.100.7')).toEqual(['network_not_allowed']);
      const used = 'SELECT first_used_at FROM auth.oauth_tokens WHERE app_id = $1';
      expect(await database.query(used, [app.id])).toEqual([{ first_used_at: null }]);
      expect(await codes(token, '203.0.113.9')).toEqual([200]);
      const own = `UPDATE auth.oauth_tokens SET allowed_networks = '{198.51.100.0/24}' WHERE app_id = $1`;
      await database.query(own, [app.id]);
      const payload = JSON.stringify({ shop_id: shop.id });
      await database.query(`SELECT pg_notify('storewright_credentials', $1)`, [payload]);
      await until('the change is known', async () => (await codes(token, '198.51.100.7'))[0] === 200);
      expect(await codes(token, '203.0.113.9')).toEqual(['network_not_allowed']);
    });
  });

  describe('on the central host', () => {
    const asking = (id: string): Options => ({ headers: { 'shop-id': id } });

    it('accepts an OAuth token without a shop-id header', async () => {
      const app = await anApp(database);
      const token = await anOAuthToken(database, shop, app, ['meta.collection']);
      const response = await central(token).get('/api/meta');
      expect(response.body).toEqual({ kind: 'oauth_token', shop: shop.id, app_id: app.id });
      expect((await central(token).get('/api/meta', asking(shop.id))).status).toBe(200);
      expect(problem(await central(token).get('/api/meta', asking(other.id)))).toMatchObject({
        code: 'invalid_shop_id',
      });
    });

    it('accepts an access token only with a shop-id header that contains the token’s shop id', async () => {
      const token = await anAccessToken(database, shop);
      const expected = { status: '400', code: 'invalid_shop_id', source: { header: 'shop-id' } };
      expect(problem(await central(token).get('/api/meta'))).toMatchObject(expected);
      for (const id of [other.id, '', 'x', `${shop.id}x`, `${shop.id}, ${shop.id}`])
        expect(problem(await central(token).get('/api/meta', asking(id)))).toMatchObject(expected);
      expect((await central(token).get('/api/meta', asking(shop.id))).status).toBe(200);
      expect((await central(token).get('/api/meta', asking(shop.id.toUpperCase()))).status).toBe(200);
    });

    it('returns 400 if the shop-id header contains the id of a different shop (docs/contract.md §1)', async () => {
      const token = await anAccessToken(database, shop);
      expect((await at(shop, token).get('/api/meta', asking(shop.id))).status).toBe(200);
      expect(problem(await at(shop, token).get('/api/meta', asking(other.id)))).toMatchObject({
        code: 'invalid_shop_id',
      });
    });

    it('returns 401 unauthorized for the id of an existing shop if the request has no token', async () => {
      expect(problem(await central().get('/api/meta', asking(shop.id)))).toMatchObject({
        code: 'unauthorized',
      });
    });
  });

  describe('called by an app that requires Secret-Proof', () => {
    it('returns 401 if the header Secret-Proof was not created with a secret of the app', async () => {
      const app = await anApp(database, { requireProof: true });
      const token = await anOAuthToken(database, shop, app, ['meta.collection']);
      const get = (proof?: string) =>
        at(shop, token).get('/api/meta', proof === undefined ? {} : { headers: { 'secret-proof': proof } });
      const right = secretProof(app.secret, token);
      expect((await get(right)).status).toBe(200);
      for (const wrong of [
        undefined,
        '',
        'x',
        right.slice(1),
        secretProof('other', token),
        secretProof(app.secret, `${token}x`),
      ])
        expect(problem(await get(wrong))).toMatchObject({ status: '401', code: 'invalid_token' });
    });

    it('accepts the previous app secret until the first request with the new secret', async () => {
      const app = await anApp(database, { requireProof: true });
      const token = await anOAuthToken(database, shop, app, ['meta.collection']);
      const next = mintToken('app_secret').reveal();
      const ending = `UPDATE auth.app_secrets SET expires_at = now() + interval '24 h' WHERE app_id = $1`;
      await database.query(ending, [app.id]);
      await database.query('INSERT INTO auth.app_secrets (app_id, generation, sealed) VALUES ($1, 2, $2)', [
        app.id,
        seal(new Map([['test', Buffer.from(testKey, 'base64')]]), next),
      ]);
      const get = async (secret: string) => {
        const headers = { 'secret-proof': secretProof(secret, token) };
        return (await at(shop, token).get('/api/meta', { headers })).status;
      };
      expect(await get(app.secret)).toBe(200);
      expect(await get(next)).toBe(200);
      await until('the previous secret is refused', async () => (await get(app.secret)) === 401);
      expect(await get(next)).toBe(200);
    });
  });

  describe('called for the first time with a token', () => {
    const row = async (token: string) => {
      const [found] = await database.query<{ first_used_at: Date | null; version: string }>(
        `SELECT first_used_at, xmin::text AS version FROM auth.oauth_tokens WHERE digest = sha256($1)`,
        [Buffer.from(token)],
      );
      return found!;
    };

    it('stores the first use of the token once for concurrent and later requests', async () => {
      const token = await anOAuthToken(database, shop, await anApp(database), ['meta.collection']);
      expect((await row(token)).first_used_at).toBeNull();
      const answers = await Promise.all(Array.from({ length: 10 }, () => at(shop, token).get('/api/meta')));
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const first = await row(token);
      expect(first.first_used_at).toBeInstanceOf(Date);
      for (let again = 0; again < 3; again += 1) await at(shop, token).get('/api/meta');
      expect(await row(token)).toEqual(first);
    });

    it('stores no first use if the token belongs to a different shop than the host', async () => {
      const token = await anOAuthToken(database, shop, await anApp(database), ['meta.collection']);
      expect((await at(other, token).get('/api/meta')).status).toBe(401);
      expect((await row(token)).first_used_at).toBeNull();
    });
  });

  describe('with Storewright-Simulate', () => {
    let ofTest: TestShop;
    let token: string;
    beforeAll(async () => {
      ofTest = await aShop(database);
      await database.query('UPDATE auth.shops SET is_test = true WHERE id = $1', [ofTest.id]);
      token = await anAccessToken(database, ofTest);
    });
    const send = (condition: string, by = ofTest, as = token) =>
      at(by, as).post('/api/meta', '{}', {
        headers: { 'content-type': 'application/json', 'storewright-simulate': condition },
      });

    it.each([
      ['429', 'rate_limited'],
      ['503', 'overloaded'],
    ])(
      'returns the simulated error %s with Retry-After in a test shop, without running the handler',
      async (condition, code) => {
        const before = handled;
        const response = await send(condition);
        expect([String(response.status), problem(response)['code']]).toEqual([condition, code]);
        expect([response.headers['retry-after'], handled]).toEqual(['2', before]);
      },
    );

    it('delays up to four requests by five seconds, and returns 401 if the token is revoked by then', async () => {
      const guard = application.get(SimulationGuard);
      const pauses: number[] = [];
      guard.pause = async (ms) => pauses.push(ms);
      expect([(await send('slow')).status, pauses]).toEqual([201, [5_000]]);
      let resume = () => {};
      const all = new Promise<void>((resolve) => (resume = resolve));
      guard.pause = () => all;
      const sent = Array.from({ length: 5 }, () => send('slow'));
      const refused = await Promise.race(sent);
      expect(refused.status).toBe(503);
      expect(refused.headers['retry-after']).toBe('2');
      await database.query(`UPDATE auth.access_tokens SET status = 'revoked' WHERE shop_id = $1`, [
        ofTest.id,
      ]);
      application.get(TokenVerifier).forget({ shop_id: ofTest.id });
      resume();
      const statuses = (await Promise.all(sent)).map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([401, 401, 401, 401, 503]);
    });

    it('returns 400 if the condition in the header is unknown or the shop is not a test shop', async () => {
      const own = await anAccessToken(database, shop);
      for (const condition of ['500', 'constructor', '429']) {
        const response = await send(condition, shop, own);
        expect([response.status, problem(response)['source']]).toEqual([
          ...[400, { header: 'Storewright-Simulate' }],
        ]);
      }
    });
  });

  it('accepts a request without a credential if the route is public', async () => {
    expect((await at(shop).get('/api/open')).text).toBe('open');
    expect((await central().get('/api/open', { headers: { authorization: 'nonsense' } })).text).toBe('open');
  });

  it('rejects an access token if the route requires a signed-in person', async () => {
    const response = await at(shop, await anAccessToken(database, shop)).get('/api/person');
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.text).not.toContain('a signed-in person');
  });
});
