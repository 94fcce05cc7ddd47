import { randomUUID } from 'node:crypto';
import { LastUsed, type Route, routeTable } from '@storewright/access';
import { declaredScopes } from '@storewright/scopes';
import {
  anAccessToken,
  anApp,
  anOAuthToken,
  aShop,
  type Options,
  type Response,
  type TestApp,
  until,
} from '@storewright/testing';
import { digestOf, mintToken, secretProof } from '@storewright/tokens';
import type { CheckedClient } from './testing/checked-client';
import { msUntilInForce } from './testing/in-force';
import { aMeta, changedMeta, codesOf, type MetaObject, newMeta } from './testing/meta-objects';
import { aTenant, type ShopApi, startShopApi, type Tenant } from './testing/shop-api';
import { aDelivery, aListener, aNumberedEvent, aStream, installationOf, listens } from './testing/webhooks';

let api: ShopApi;
let tenant: Tenant;
let object: MetaObject;
beforeAll(async () => {
  api = await startShopApi();
  tenant = await aTenant(api);
  object = await aMeta(tenant.http);
});
afterAll(() => api.close());

const statusAndCodes = (answer: Response) => [answer.status, ...codesOf(answer)];

/** Every route that needs a scope, from the application itself: a new one is swept without being named here. */
function scopedRoutes(): { label: string; method: string; path: string; scope: string }[] {
  return routeTable(api.application).flatMap(({ method, path, access }: Route) =>
    access.kind === 'scope' ? [{ label: `${method} ${path}`, method, path, scope: access.scope }] : [],
  );
}

/** A request to the route about the object that would be right with the right token. */
function request(
  http: CheckedClient,
  { method, path }: { method: string; path: string },
  { id, document = newMeta() }: About = object,
  options: Options = {},
) {
  const body =
    method === 'POST' ? { body: document } : method === 'PATCH' ? { body: changedMeta(id, {}) } : {};
  return http.send(method, path.replace(':id', id), { ...body, ...options });
}

/** What a request is about. `document`: of a POST that makes no meta object. */
type About = Pick<MetaObject, 'id'> & { document?: object };

/** Something of the shop that the route is about, and of the installation where it is an app's: a meta object, or an event that needs no further scope. */
async function anObjectOf(
  { method, path }: { method: string; path: string },
  { shop, http }: Tenant,
  own?: string,
): Promise<About> {
  const installation_id = own ?? randomUUID();
  if (path.startsWith('/api/webhook_streams'))
    return { id: await aStream(api.database, shop, { installation_id }) };
  if (path.startsWith('/api/webhook_deliveries') && method === 'POST') return aDeliveryToMake(shop, own);
  if (path.startsWith('/api/webhook_deliveries'))
    return { id: await aDelivery(api.database, shop, { installation_id }) };
  if (!path.startsWith('/api/events')) return aMeta(http);
  const [event] = await api.database.query<{ id: string }>(
    `INSERT INTO shop.events (shop_id, id, type, resource_type, resource_id, resource, changed, occurred_at)
     VALUES ($1, gen_random_uuid(), 'shops.updated', 'shops', $1::uuid::text, '{}', '{}', now()) RETURNING id`,
    [shop.id],
  );
  return { id: event!.id };
}

/** An event that may be sent again, to this installation or to another one. */
async function aDeliveryToMake(shop: Tenant['shop'], own?: string): Promise<About> {
  const { database } = api;
  const events = ['shops.updated'];
  if (own) await listens(database, shop, own, events);
  const id = own ?? (await aListener(database, shop, { events })).installation;
  const event_id = await aNumberedEvent(database, shop, { type: 'shops.updated' });
  const relationships = { installation: { data: { type: 'installations', id } } };
  const attributes = { kind: 'again', event_id };
  return { id: event_id, document: { data: { type: 'webhook_deliveries', attributes, relationships } } };
}

/** Sends the request of every scoped route; the answers by route. */
async function sweep(
  http: CheckedClient,
  about?: About,
  options?: Options,
): Promise<Record<string, Response>> {
  const answers: Record<string, Response> = {};
  for (const route of scopedRoutes()) answers[route.label] = await request(http, route, about, options);
  return answers;
}

function outcomes(answers: Record<string, Response>): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(answers).map(([label, answer]) => [label, statusAndCodes(answer)]),
  );
}

/** The same outcome for every route. */
const all = (...outcome: unknown[]) =>
  Object.fromEntries(scopedRoutes().map(({ label }) => [label, outcome]));

async function setToken(token: string, change: string): Promise<void> {
  const table = token.startsWith('swo_') ? 'oauth_tokens' : 'access_tokens';
  await api.database.query(`UPDATE auth.${table} SET ${change} WHERE digest = decode($1, 'hex')`, [
    digestOf(token),
  ]);
}

async function oauthToken(
  scopes: string[],
  given: { shop?: Tenant['shop']; app?: TestApp } = {},
): Promise<string> {
  const { shop = tenant.shop, app = await anApp(api.database) } = given;
  return anOAuthToken(api.database, shop, app, scopes);
}
const allScopes = declaredScopes.map(({ scope }) => scope as string);

describe('every route with a scope', () => {
  it('is there, besides the index, which is public', () => {
    expect(scopedRoutes().map(({ label, scope }) => `${label} ${scope}`)).toEqual([
      'GET /api/events events.collection',
      'GET /api/events/:id events.get',
      'GET /api/meta meta.collection',
      'POST /api/meta meta.post',
      'DELETE /api/meta/:id meta.delete',
      'GET /api/meta/:id meta.get',
      'PATCH /api/meta/:id meta.patch',
      'GET /api/webhook_deliveries webhook_deliveries.collection',
      'POST /api/webhook_deliveries webhook_deliveries.post',
      'GET /api/webhook_deliveries/:id webhook_deliveries.get',
      'GET /api/webhook_streams webhook_streams.collection',
      'GET /api/webhook_streams/:id webhook_streams.get',
    ]);
    const others = routeTable(api.application).filter(({ access }) => access.kind !== 'scope');
    expect(others.map(({ method, path }) => `${method} ${path}`)).toEqual(['GET /api']);
  });

  it('refuses a request without a token', async () => {
    const answers = await sweep(tenant.http.as());
    expect(outcomes(answers)).toEqual(all(401, 'unauthorized'));
    // RFC 6750 §3.1: no error code where there was no attempt.
    for (const { headers } of Object.values(answers))
      expect(headers['www-authenticate']).toBe('Bearer realm="storewright"');
  });

  it.each([
    ['an unknown access token', () => mintToken('access_token').reveal()],
    ['an unknown OAuth token', () => mintToken('oauth_token').reveal()],
    ['a session', () => mintToken('session').reveal()],
    ['an app secret', () => mintToken('app_secret').reveal()],
    ['a token with a wrong checksum', () => `swa_${'a'.repeat(46)}`],
    ['no token of ours', () => 'eyJhbGciOiJub25lIn0.e30.'],
    [
      'a revoked access token',
      async () =>
        anAccessToken(api.database, tenant.shop).then((token) =>
          setToken(token, `status = 'revoked'`).then(() => token),
        ),
    ],
    [
      'an expired access token',
      async () =>
        anAccessToken(api.database, tenant.shop).then((token) =>
          setToken(token, `expires_at = now() - interval '1 microsecond'`).then(() => token),
        ),
    ],
    [
      'a revoked OAuth token',
      async () =>
        oauthToken(allScopes).then((token) => setToken(token, `status = 'revoked'`).then(() => token)),
    ],
    [
      'a superseded OAuth token',
      async () =>
        oauthToken(allScopes).then((token) => setToken(token, `status = 'superseded'`).then(() => token)),
    ],
    ["another shop's access token", async () => (await aTenant(api)).token],
    ["another shop's OAuth token", async () => oauthToken(allScopes, { shop: await aShop(api.database) })],
  ])('refuses %s, all with the same words', async (_, make) => {
    const answers = await sweep(tenant.http.as(await make()));
    expect(outcomes(answers)).toEqual(all(401, 'invalid_token'));
    for (const { headers, body } of Object.values(answers)) {
      expect(headers['www-authenticate']).toContain('error="invalid_token"');
      expect(body.errors[0].detail).toBe('The token is unknown, revoked, expired or of another shop.');
    }
  });

  it('refuses every other scope, naming the one that is needed', async () => {
    for (const route of scopedRoutes()) {
      const others = allScopes.filter((scope) => scope !== route.scope);
      for (const scopes of [[], ...others.map((scope) => [scope]), others]) {
        for (const token of [
          await anAccessToken(api.database, tenant.shop, scopes),
          await oauthToken(scopes),
        ]) {
          const answer = await request(tenant.http.as(token), route);
          expect([route.label, scopes, ...statusAndCodes(answer)]).toEqual([
            route.label,
            scopes,
            403,
            'insufficient_scope',
          ]);
          expect(answer.body.errors[0].detail).toContain(`"${route.scope}"`);
          expect(answer.body.errors[0].meta).toEqual({ required_scopes: [route.scope] });
          const challenge = answer.headers['www-authenticate'];
          expect(challenge).toContain('error="insufficient_scope"');
          expect(challenge).toContain(`scope="${route.scope}"`);
        }
      }
    }
  });

  it('serves its own scope, whatever else the token lacks', async () => {
    for (const route of scopedRoutes()) {
      for (const token of [
        await oauthToken([route.scope]),
        await anAccessToken(api.database, tenant.shop, [route.scope]),
      ]) {
        const about = await anObjectOf(route, tenant, await installationOf(api.database, token));
        const { status } = await request(tenant.http.as(token), route, about);
        expect([route.label, Math.floor(status / 100)]).toEqual([route.label, 2]);
      }
    }
  });

  it("hides another shop's object as missing", async () => {
    const stranger = await aTenant(api);
    const about = scopedRoutes().filter(({ path }) => path.includes(':id'));
    for (const route of about) {
      const foreign = await anObjectOf(route, stranger);
      expect([route.label, ...statusAndCodes(await request(tenant.http, route, foreign))]).toEqual([
        route.label,
        404,
        'not_found',
      ]);
    }
    expect(about.length).toBeGreaterThan(0);
  });

  it('asks for the token before it looks at anything else, and then for the scope', async () => {
    const missing = { ...object, id: '00000000-0000-7000-8000-000000000000' };
    const wrong: Options[] = [
      { headers: { accept: 'text/html' } },
      { body: '{', headers: { 'content-type': 'text/plain' } },
      { body: '{', headers: { 'content-type': 'junk' } },
      { body: { data: { type: 'orders', id: 'x', attributes: { nope: 1 } } } },
      { headers: { 'if-match': '"x"', 'idempotency-key': '' } },
    ];
    const powerless = tenant.http.as(await anAccessToken(api.database, tenant.shop, []));
    for (const options of wrong) {
      expect(outcomes(await sweep(tenant.http.as(), missing, options))).toEqual(all(401, 'unauthorized'));
      expect(outcomes(await sweep(powerless, missing, options))).toEqual(all(403, 'insufficient_scope'));
    }
    for (const { label, method, path } of scopedRoutes()) {
      const answer = await tenant.http.as().send(method, `${path.replace(':id', 'x'.repeat(3_000))}?foo=%zz`);
      expect([label, answer.status]).toEqual([label, 401]);
    }
  });

  it('is closed while the shop is suspended, for those with a token of it', async () => {
    const shop = await aShop(api.database, { status: 'suspended' });
    const http = tenant.http.at(`${shop.domain}.localhost`);
    const tokens = [await anAccessToken(api.database, shop), await oauthToken(allScopes, { shop })];
    for (const token of tokens)
      expect(outcomes(await sweep(http.as(token)))).toEqual(all(403, 'shop_suspended'));
    expect(outcomes(await sweep(http.as()))).toEqual(all(401, 'unauthorized'));
  });

  it('is not there on a host that is no shop', async () => {
    for (const host of ['nobody.localhost', 'a.b.localhost', 'example.com', '-.localhost'])
      expect(outcomes(await sweep(tenant.http.at(host)))).toEqual(all(404, 'shop_not_found'));
  });
});

describe('the host', () => {
  const list = (http: CheckedClient, headers: Record<string, string> = {}) =>
    http.get('/api/meta', { headers });
  const central = () => tenant.http.at('localhost');

  it('names the shop in any case', async () => {
    const loud = tenant.http.at(`${tenant.shop.domain.toUpperCase()}.LocalHost`);
    expect((await list(loud)).status).toBe(200);
  });

  it('may be the central one, where an OAuth token names its shop', async () => {
    const http = central().as(await oauthToken(allScopes));
    expect((await list(http)).status).toBe(200);
    expect((await http.get(object.path)).body.data.id).toBe(object.id);
    expect((await list(http, { 'shop-id': tenant.shop.id })).status).toBe(200);
    expect(statusAndCodes(await list(http, { 'shop-id': api.shop.id }))).toEqual([400, 'invalid_shop_id']);
  });

  it('may be the central one, where an access token needs its shop named', async () => {
    expect((await list(central(), { 'shop-id': tenant.shop.id })).status).toBe(200);
    expect((await list(central(), { 'shop-id': tenant.shop.id.toUpperCase() })).status).toBe(200);
    for (const headers of [{}, { 'shop-id': api.shop.id }, { 'shop-id': '' }, { 'shop-id': 'x' }]) {
      const answer = await list(central(), headers as Record<string, string>);
      expect(statusAndCodes(answer)).toEqual([400, 'invalid_shop_id']);
      expect(answer.body.errors[0].source).toEqual({ header: 'shop-id' });
    }
  });

  it('tells strangers on the central one nothing', async () => {
    expect(statusAndCodes(await list(central().as(), { 'shop-id': 'x' }))).toEqual([401, 'unauthorized']);
  });

  it('of a shop agrees with a shop-id header, or the request is refused', async () => {
    expect((await list(tenant.http, { 'shop-id': tenant.shop.id })).status).toBe(200);
    for (const other of [api.shop.id, 'x', ''])
      expect(statusAndCodes(await list(tenant.http, { 'shop-id': other }))).toEqual([400, 'invalid_shop_id']);
  });

  it('serves the index without a token, but only where there is a shop or the centre', async () => {
    expect((await tenant.http.as().get('/api')).status).toBe(200);
    expect((await central().as().get('/api')).status).toBe(200);
    expect(statusAndCodes(await tenant.http.at('nobody.localhost').as().get('/api'))).toEqual([
      404,
      'shop_not_found',
    ]);
  });

  it('is not what X-Forwarded-Host says', async () => {
    const forwarded = {
      'x-forwarded-host': `${tenant.shop.domain}.localhost`,
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '127.0.0.1',
    };
    expect((await list(tenant.http.at('nobody.localhost'), forwarded)).status).toBe(404);
    const { body } = await list(tenant.http, {
      ...forwarded,
      'x-forwarded-host': `${api.shop.domain}.localhost`,
    });
    expect(body.links.self.href).toMatch(new RegExp(`^http://${tenant.shop.domain}\\.localhost`));
  });

  it('is what X-Forwarded-Host says where a trusted proxy says so', async () => {
    const behindProxy = await startShopApi({ TRUSTED_PROXIES: '127.0.0.1' });
    try {
      const http = behindProxy.http.at('internal.example');
      const forwarded = {
        'x-forwarded-host': `${behindProxy.shop.domain}.localhost`,
        'x-forwarded-proto': 'https',
      };
      const { status, body } = await list(http, forwarded);
      expect([status, body.links.self.href]).toEqual([
        200,
        `https://${behindProxy.shop.domain}.localhost/api/meta`,
      ]);
      expect((await list(http)).status).toBe(404);
    } finally {
      await behindProxy.close();
    }
  });
});

describe('Secret-Proof', () => {
  let app: TestApp;
  let token: string;
  beforeAll(async () => {
    app = await anApp(api.database, { requireProof: true });
    token = await oauthToken(allScopes, { app });
  });
  const withProof = (proof?: string) =>
    tenant.http.as(token).get(object.path, { headers: proof === undefined ? {} : { 'secret-proof': proof } });

  it('opens what an app requires it for', async () => {
    expect((await withProof(secretProof(app.secret, token))).status).toBe(200);
  });

  it('is refused where it is missing or wrong', async () => {
    const other = await anApp(api.database);
    const right = secretProof(app.secret, token);
    for (const proof of [
      undefined,
      '',
      'x',
      right.slice(1),
      `${right}0`,
      secretProof(other.secret, token),
      secretProof(app.secret, 'x'),
      app.secret,
    ]) {
      const answer = await withProof(proof);
      expect([proof, ...statusAndCodes(answer)]).toEqual([proof, 401, 'invalid_token']);
      expect(answer.headers['www-authenticate']).toMatch(/^Bearer /);
    }
  });

  it('is not asked of an app that does not require it, nor of an access token', async () => {
    expect((await tenant.http.as(await oauthToken(allScopes)).get(object.path)).status).toBe(200);
    expect((await tenant.http.get(object.path, { headers: { 'secret-proof': 'x' } })).status).toBe(200);
  });

  it('may be made with either of two living secrets, and with none that has ended', async () => {
    const rotated = await anApp(api.database, { requireProof: true });
    const second = await anApp(api.database);
    await api.database.query(
      `INSERT INTO auth.app_secrets (app_id, generation, sealed) SELECT $1, 2, sealed FROM auth.app_secrets WHERE app_id = $2`,
      [rotated.id, second.id],
    );
    const own = await oauthToken(allScopes, { app: rotated });
    const proven = (secret: string) =>
      tenant.http.as(own).get(object.path, { headers: { 'secret-proof': secretProof(secret, own) } });
    expect([(await proven(rotated.secret)).status, (await proven(second.secret)).status]).toEqual([200, 200]);
    await api.database.query(
      `UPDATE auth.app_secrets SET expires_at = now() WHERE app_id = $1 AND generation = 1`,
      [rotated.id],
    );
    await announce({ app_id: rotated.id });
    await msUntilInForce(() => proven(rotated.secret), 401);
    expect((await proven(second.secret)).status).toBe(200);
  });
});

async function announce(change: object): Promise<void> {
  await api.database.query(`SELECT pg_notify('storewright_credentials', $1)`, [JSON.stringify(change)]);
}

/** Nobody hears an announcement any more, until the service has connected again. */
async function killListener(): Promise<void> {
  const killed = await api.database.query(
    `SELECT pg_terminate_backend(pid, 5000) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'storewright-changes'`,
  );
  expect(killed).toEqual([{ ended: true }]);
}

describe('a change of a credential', () => {
  /** What changes, who announces what, and what the answer is from then on. */
  interface Change {
    make: () => Promise<{ http: CheckedClient; change: () => Promise<void>; announced: object }>;
    status: number;
  }
  const changeOfToken =
    (kind: 'access' | 'oauth', sql: string): Change['make'] =>
    async () => {
      const token =
        kind === 'oauth' ? await oauthToken(allScopes) : await anAccessToken(api.database, tenant.shop);
      return {
        http: tenant.http.as(token),
        change: () => setToken(token, sql),
        announced: { digest: digestOf(token) },
      };
    };
  const changes: Record<string, Change> = {
    'revocation of an access token': { make: changeOfToken('access', `status = 'revoked'`), status: 401 },
    'revocation of an OAuth token': { make: changeOfToken('oauth', `status = 'revoked'`), status: 401 },
    'loss of a scope': { make: changeOfToken('oauth', `scopes = '{meta.collection}'`), status: 403 },
    'suspension of the shop': {
      make: async () => {
        const { shop, http } = await aTenant(api);
        await aMeta(http, {});
        const change = async () => {
          await api.database.query(`UPDATE auth.shops SET status = 'suspended' WHERE id = $1`, [shop.id]);
        };
        return { http, change, announced: { shop_id: shop.id } };
      },
      status: 403,
    },
    'requirement of a proof': {
      make: async () => {
        const app = await anApp(api.database);
        const http = tenant.http.as(await oauthToken(allScopes, { app }));
        const change = async () => {
          await api.database.query('UPDATE auth.apps SET require_proof = true WHERE id = $1', [app.id]);
        };
        return { http, change, announced: { app_id: app.id } };
      },
      status: 401,
    },
  };
  /** A request that a reader may make in whatever shop it is. */
  const read = (http: CheckedClient) => async () => {
    const answer = await http.get(object.path);
    // In another shop the object is not there; the token is as good.
    return answer.status === 404 ? { ...answer, status: 200 } : answer;
  };

  it.each(Object.keys(changes))('is in force at once where it is announced: %s', async (name) => {
    const { make, status } = changes[name]!;
    const { http, change, announced } = await make();
    expect((await read(http)()).status).toBe(200);
    await change();
    await announce(announced);
    // Without the announcement it would be believed for 900 ms from the first answer on.
    expect(await msUntilInForce(read(http), status)).toBeLessThan(500);
  });

  it.each(Object.keys(changes))('is in force within a second where nobody hears of it: %s', async (name) => {
    const { make, status } = changes[name]!;
    const { http, change, announced } = await make();
    await listening();
    await killListener();
    expect((await read(http)()).status).toBe(200);
    await change();
    await announce(announced);
    expect(await msUntilInForce(read(http), status)).toBeLessThan(1_000);
  });

  /** The service listens for announcements. */
  async function listening(): Promise<void> {
    const { http, change, announced } = await changeOfToken('access', `status = 'revoked'`)();
    await until('the service listens', async () => {
      const listeners = await api.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'storewright-changes' AND query LIKE 'LISTEN%' AND state = 'idle'`,
      );
      return listeners.length > 0;
    });
    await change();
    await announce(announced);
    await msUntilInForce(read(http), 401);
  }

  it('is heard again after the connection broke', async () => {
    await listening();
    await killListener();
    await listening();
    const { http, change, announced } = await changeOfToken('access', `status = 'revoked'`)();
    expect((await read(http)()).status).toBe(200);
    await change();
    await announce(announced);
    expect(await msUntilInForce(read(http), 401)).toBeLessThan(500);
  });

  it('opens what it allows within a second, too', async () => {
    const token = await anAccessToken(api.database, tenant.shop, []);
    const http = tenant.http.as(token);
    expect((await http.get(object.path)).status).toBe(403);
    await setToken(token, 'scopes = NULL');
    expect(await msUntilInForce(() => http.get(object.path), 200)).toBeLessThan(1_000);
  });

  it('ends a token at its time, within a second', async () => {
    const token = await anAccessToken(api.database, tenant.shop);
    const http = tenant.http.as(token);
    await setToken(token, `expires_at = clock_timestamp() + interval '300 milliseconds'`);
    expect((await http.get(object.path)).status).toBe(200);
    expect(await msUntilInForce(() => http.get(object.path), 401)).toBeLessThan(1_300);
  });
});

describe('the use of a token', () => {
  const used = async (token: string) => {
    const [row] = await api.database.query<{ last_used_at: Date | null; first_used_at?: Date | null }>(
      `SELECT * FROM auth.${token.startsWith('swo_') ? 'oauth_tokens' : 'access_tokens'} WHERE digest = decode($1, 'hex')`,
      [digestOf(token)],
    );
    return row!;
  };
  const flush = () => api.application.get(LastUsed).flush();

  it('is noted without a write for each request', async () => {
    const token = await anAccessToken(api.database, tenant.shop);
    const before = Date.now();
    for (let count = 0; count < 5; count += 1) await tenant.http.as(token).get(object.path);
    expect((await used(token)).last_used_at).toBeNull();
    await flush();
    expect((await used(token)).last_used_at!.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('is on record for the first time before the first answer, and once', async () => {
    const token = await oauthToken(allScopes);
    expect((await used(token)).first_used_at).toBeNull();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => tenant.http.as(token).get(object.path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { first_used_at } = await used(token);
    expect(first_used_at).not.toBeNull();
    await tenant.http.as(token).get(object.path);
    await flush();
    expect((await used(token)).first_used_at).toEqual(first_used_at);
  });

  it("is not noted where it is refused: on another shop's host, or revoked", async () => {
    const [foreign, revoked] = [await oauthToken(allScopes), await oauthToken(allScopes)];
    await setToken(revoked, `status = 'revoked'`);
    expect((await api.http.as(foreign).get('/api/meta')).status).toBe(401);
    expect((await tenant.http.as(revoked).get('/api/meta')).status).toBe(401);
    await flush();
    for (const token of [foreign, revoked])
      expect(await used(token)).toMatchObject({ first_used_at: null, last_used_at: null });
  });

  it('is taken from the Authorization header alone', async () => {
    const { token } = tenant;
    const stranger = tenant.http.as();
    for (const name of ['access_token', 'token', 'authorization', 'bearer'])
      expect((await stranger.get(`/api/meta?${name}=${token}`)).status).toBe(401);
    for (const headers of [
      { cookie: `access_token=${token}` },
      { 'x-access-token': token },
      { 'proxy-authorization': `Bearer ${token}` },
    ])
      expect(
        (await stranger.get('/api/meta', { headers: headers as unknown as Record<string, string> })).status,
      ).toBe(401);
    expect((await stranger.post('/api/meta', { ...newMeta(), access_token: token })).status).toBe(401);
  });
});
