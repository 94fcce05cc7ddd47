import { randomUUID } from 'node:crypto';
import { LastUsed, routeTable } from '@storewright/access';
import {
  aMeta,
  aTenant,
  type CheckedClient,
  codesOf,
  installationOf,
  type MetaObject,
  newMeta,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
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
import { collections, resources } from './testing/resources';
import { untilInForce } from './testing/in-force';
import { aRightRequest, type RightRequest, send } from './testing/right-requests';
import { promisedRoutes, promisedScopes, scopedRoutes } from './testing/routes';
import { served } from './testing/samples';
import { startShopApi } from './testing/shop-api';

let api: TestApi;
let tenant: Tenant;
let object: MetaObject;
beforeAll(async () => {
  api = await startShopApi();
  tenant = await aTenant(api);
  object = await aMeta(tenant.http);
});
afterAll(() => api.close());

const statusAndCodes = (answer: Response) => [answer.status, ...codesOf(answer)];

/** Every route that needs a token: those with scopes, and the one that looks at the scopes of each operation. */
const operations = { label: 'POST /api/operations', method: 'POST', path: '/api/operations', body: {} };

/** A right request of every such route, about objects of the tenant. */
let requests: Map<string, RightRequest>;
beforeAll(async () => {
  requests = new Map();
  for (const route of scopedRoutes(api))
    requests.set(route.label, await aRightRequest(api.database, route, tenant));
});

/** Sends the request of every route that needs a token; the answers by route. `missing`: about objects that are not there. */
async function sweep(
  http: CheckedClient,
  { missing = false, ...options }: Options & { missing?: boolean } = {},
): Promise<Record<string, Response>> {
  const answers: Record<string, Response> = {};
  for (const [label, request] of [...requests, [operations.label, operations] as const]) {
    const path = missing ? request.path.replace(/[0-9a-f-]{36}/, randomUUID()) : request.path;
    answers[label] = await send(http, { ...request, path }, options);
  }
  return answers;
}

function outcomes(answers: Record<string, Response>): Record<string, unknown[]> {
  return Object.fromEntries(
    Object.entries(answers).map(([label, answer]) => [label, statusAndCodes(answer)]),
  );
}

/** The same outcome for every route. */
const all = (...outcome: unknown[]) =>
  Object.fromEntries([...requests.keys(), operations.label].map((label) => [label, outcome]));

async function setToken(token: string, change: string): Promise<void> {
  const table = token.startsWith('swo_') ? 'oauth_tokens' : 'access_tokens';
  await api.database.query(`UPDATE auth.${table} SET ${change} WHERE digest = decode($1, 'hex')`, [
    digestOf(token),
  ]);
}

/** An access token and an OAuth token with these scopes. */
async function bothTokens(scopes: string[]): Promise<string[]> {
  return [await anAccessToken(api.database, tenant.shop, scopes), await oauthToken(scopes)];
}

async function oauthToken(
  scopes: string[],
  given: { shop?: Tenant['shop']; app?: TestApp } = {},
): Promise<string> {
  const { shop = tenant.shop, app = await anApp(api.database) } = given;
  return anOAuthToken(api.database, shop, app, scopes);
}
const allScopes = declaredScopes.map(({ scope }) => scope as string);

describe('every route', () => {
  it('has the scopes that its method and path say, and nothing is public but the index', () => {
    const routes = scopedRoutes(api);
    for (const { label, method, path, scopes } of routes)
      expect([label, scopes]).toEqual([label, promisedScopes(method, path)]);
    const others = routeTable(api.application).filter(({ access }) => access.kind !== 'scope');
    expect(others.map(({ method, path, access }) => [access.kind, `${method} ${path}`])).toEqual([
      ['public', 'GET /api'],
      ['operations', operations.label],
    ]);
  });

  it('is there for what a resource can do, and for each relationship that has addresses', () => {
    const types = served.map(({ type }) => type);
    const there = scopedRoutes(api).filter(({ type }) => types.includes(type));
    const promised = resources.flatMap(promisedRoutes);
    expect(there.map(({ label }) => label).sort()).toEqual(promised.sort());
    expect(there.length).toBeGreaterThan(resources.length);
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

  /** All that a token could hold and the route would not be open to: nothing, each scope alone, all but one that is needed. */
  const tooFew = (needed: readonly string[]): string[][] =>
    [
      [],
      ...allScopes.map((scope) => [scope]),
      ...needed.map((one) => allScopes.filter((scope) => scope !== one)),
    ].filter((scopes) => needed.some((one) => !scopes.includes(one)));

  it.each(collections.map(({ type }) => type))(
    'of %s refuses every other scope, naming those that it needs',
    async (type) => {
      const tokens = new Map<string, Promise<string[]>>();
      const tokensWith = (scopes: string[]) => {
        const key = scopes.join();
        if (!tokens.has(key)) tokens.set(key, bothTokens(scopes));
        return tokens.get(key)!;
      };
      const routes = scopedRoutes(api).filter((route) => route.type === type);
      expect(routes).not.toEqual([]);
      for (const { label, scopes: needed } of routes) {
        for (const scopes of tooFew(needed)) {
          const missing = needed.filter((scope) => !scopes.includes(scope));
          for (const token of await tokensWith(scopes)) {
            const { status, headers, body } = await send(tenant.http.as(token), requests.get(label)!);
            expect([label, scopes, status, body.errors[0].code, body.errors[0].meta]).toEqual([
              ...[label, scopes, 403, 'insufficient_scope'],
              { required_scopes: missing },
            ]);
            for (const scope of missing) expect(body.errors[0].detail).toContain(`"${scope}"`);
            expect(headers['www-authenticate']).toContain('error="insufficient_scope"');
            expect(headers['www-authenticate']).toContain(`scope="${missing.join(' ')}"`);
          }
        }
      }
    },
  );

  it('serves its own scopes, whatever else the token lacks', async () => {
    for (const route of scopedRoutes(api)) {
      for (const token of await bothTokens([...route.scopes])) {
        const installation = await installationOf(api.database, token);
        const request = await aRightRequest(api.database, route, tenant, installation);
        const { status, text } = await send(tenant.http.as(token), request);
        expect([route.label, Math.floor(status / 100), text]).toEqual([route.label, 2, text]);
      }
    }
  });

  it("hides another shop's object as missing", async () => {
    const stranger = await aTenant(api);
    const about = scopedRoutes(api).filter(({ path }) => path.includes(':id'));
    for (const route of about) {
      const foreign = await aRightRequest(api.database, route, stranger);
      expect([route.label, ...statusAndCodes(await send(tenant.http, foreign))]).toEqual([
        route.label,
        404,
        'not_found',
      ]);
      expect((await send(stranger.http, foreign)).status).toBeLessThan(300);
    }
    expect(about.length).toBeGreaterThan(0);
  });

  it('asks for the token before it looks at anything else, and then for the scope', async () => {
    const wrong: Options[] = [
      { headers: { accept: 'text/html' } },
      { body: '{', headers: { 'content-type': 'text/plain' } },
      { body: '{', headers: { 'content-type': 'junk' } },
      { body: { data: { type: 'nothings', id: 'x', attributes: { nope: 1 } } } },
      { headers: { 'if-match': '"x"', 'idempotency-key': '' } },
    ];
    const powerless = tenant.http.as(await anAccessToken(api.database, tenant.shop, []));
    for (const options of wrong) {
      const missing = { ...options, missing: true };
      expect(outcomes(await sweep(tenant.http.as(), missing))).toEqual(all(401, 'unauthorized'));
      // What scopes operations need is in their body.
      const { [operations.label]: _, ...refused } = outcomes(await sweep(powerless, missing));
      const { [operations.label]: __, ...expected } = all(403, 'insufficient_scope');
      expect(refused).toEqual(expected);
    }
    for (const { label, method, path } of scopedRoutes(api)) {
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
    await untilInForce(() => proven(rotated.secret), 401);
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
  afterEach(() => api.clock.release());

  /** A request that a reader may make in whatever shop it is. */
  const read = (http: CheckedClient) => async () => {
    const answer = await http.get(object.path);
    // In another shop the object is not there; the token is as good.
    return answer.status === 404 ? { ...answer, status: 200 } : answer;
  };

  it.each(Object.keys(changes))('is in force at once where it is announced: %s', async (name) => {
    const { make, status } = changes[name]!;
    const { http, change, announced } = await make();
    await listening();
    api.clock.hold();
    expect((await read(http)()).status).toBe(200);
    await change();
    await announce(announced);
    // Without the announcement it would stay cached: no time passes.
    await untilInForce(read(http), status);
  });

  it.each(Object.keys(changes))('is in force within a second where nobody hears of it: %s', async (name) => {
    const { make, status } = changes[name]!;
    const { http, change, announced } = await make();
    await listening();
    await killListener();
    api.clock.hold();
    expect((await read(http)()).status).toBe(200);
    await change();
    await announce(announced);
    api.clock.advance(1_000);
    expect((await read(http)()).status).toBe(status);
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
    await untilInForce(read(http), 401);
  }

  it('is heard again after the connection broke', async () => {
    await listening();
    await killListener();
    await listening();
    const { http, change, announced } = await changeOfToken('access', `status = 'revoked'`)();
    api.clock.hold();
    expect((await read(http)()).status).toBe(200);
    await change();
    await announce(announced);
    await untilInForce(read(http), 401);
  });

  it('opens what it allows within a second, too', async () => {
    const token = await anAccessToken(api.database, tenant.shop, []);
    const http = tenant.http.as(token);
    api.clock.hold();
    expect((await http.get(object.path)).status).toBe(403);
    await setToken(token, 'scopes = NULL');
    api.clock.advance(1_000);
    expect((await http.get(object.path)).status).toBe(200);
  });

  it('ends a token at its time, within a second', async () => {
    const token = await anAccessToken(api.database, tenant.shop);
    const http = tenant.http.as(token);
    await setToken(token, `expires_at = clock_timestamp() + interval '1 hour'`);
    api.clock.hold();
    expect((await http.get(object.path)).status).toBe(200);
    await setToken(token, 'expires_at = clock_timestamp()');
    api.clock.advance(1_000);
    expect((await http.get(object.path)).status).toBe(401);
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
    // Every ten seconds the notes are written; not in between.
    const timer = jest.spyOn(api.application.get(LastUsed), 'flush').mockResolvedValue();
    for (let count = 0; count < 5; count += 1) await tenant.http.as(token).get(object.path);
    expect((await used(token)).last_used_at).toBeNull();
    timer.mockRestore();
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
