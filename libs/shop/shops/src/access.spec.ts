import { LastUsed } from '@storewright/access';
import {
  anApi,
  aTenant,
  type CheckedClient,
  codesOf,
  type Tenant,
  type TestApi,
} from '@storewright/api-testing';
import { declaredScopes } from '@storewright/scopes';
import { anAccessToken, anApp, anOAuthToken, type Response, type TestApp, until } from '@storewright/testing';
import { digestOf, secretProof } from '@storewright/tokens';
import { ShopsModule } from './shops.module';
import { untilInForce } from './testing/in-force';

/*
 * Tests how the host and the token of a request identify the shop and the caller. testConformance covers the
 * routes of every library. In this spec a token reads its own shop.
 */
let api: TestApi;
let tenant: Tenant;
/** URL of the shop object. */
let path: string;
beforeAll(async () => {
  api = await anApi([ShopsModule]);
  tenant = await aTenant(api);
  path = `/api/shops/${tenant.shop.id}`;
});
afterAll(() => api.close());

const statusAndCodes = (answer: Response) => [answer.status, ...codesOf(answer)];

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

describe('host of a request', () => {
  const list = (http: CheckedClient, headers: Record<string, string> = {}) =>
    http.get('/api/shops', { headers });
  const central = () => tenant.http.at('localhost');

  it('identifies the shop in upper and lower case', async () => {
    const loud = tenant.http.at(`${tenant.shop.domain.toUpperCase()}.LocalHost`);
    expect((await list(loud)).status).toBe(200);
  });

  it('can be the host of the auth API, where an OAuth token identifies its shop', async () => {
    const http = central().as(await oauthToken(allScopes));
    expect((await list(http)).status).toBe(200);
    expect((await http.get(path)).body.data.id).toBe(tenant.shop.id);
    expect((await list(http, { 'shop-id': tenant.shop.id })).status).toBe(200);
    expect(statusAndCodes(await list(http, { 'shop-id': api.shop.id }))).toEqual([400, 'invalid_shop_id']);
  });

  it('can be the host of the auth API, where an access token needs a shop-id header', async () => {
    expect((await list(central(), { 'shop-id': tenant.shop.id })).status).toBe(200);
    expect((await list(central(), { 'shop-id': tenant.shop.id.toUpperCase() })).status).toBe(200);
    for (const headers of [{}, { 'shop-id': api.shop.id }, { 'shop-id': '' }, { 'shop-id': 'x' }]) {
      const answer = await list(central(), headers as Record<string, string>);
      expect(statusAndCodes(answer)).toEqual([400, 'invalid_shop_id']);
      expect(answer.body.errors[0].source).toEqual({ header: 'shop-id' });
    }
  });

  it('reveals nothing about shops without a token if it is the host of the auth API', async () => {
    expect(statusAndCodes(await list(central().as(), { 'shop-id': 'x' }))).toEqual([401, 'unauthorized']);
  });

  it('must identify the same shop as the shop-id header', async () => {
    expect((await list(tenant.http, { 'shop-id': tenant.shop.id })).status).toBe(200);
    for (const other of [api.shop.id, 'x', ''])
      expect(statusAndCodes(await list(tenant.http, { 'shop-id': other }))).toEqual([400, 'invalid_shop_id']);
  });

  it('is not replaced by X-Forwarded-Host without a trusted proxy', async () => {
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

  it('is replaced by X-Forwarded-Host of a trusted proxy', async () => {
    const behindProxy = await anApi([ShopsModule], { environment: { TRUSTED_PROXIES: '127.0.0.1' } });
    try {
      const http = behindProxy.http.at('internal.example');
      const forwarded = {
        'x-forwarded-host': `${behindProxy.shop.domain}.localhost`,
        'x-forwarded-proto': 'https',
      };
      const { status, body } = await list(http, forwarded);
      expect([status, body.links.self.href]).toEqual([
        200,
        `https://${behindProxy.shop.domain}.localhost/api/shops`,
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
    tenant.http.as(token).get(path, { headers: proof === undefined ? {} : { 'secret-proof': proof } });

  it('is accepted if its value is valid', async () => {
    expect((await withProof(secretProof(app.secret, token))).status).toBe(200);
  });

  it('is rejected with 401 if its value is missing or wrong', async () => {
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

  it('is optional for access tokens, and for apps that do not require the header', async () => {
    expect((await tenant.http.as(await oauthToken(allScopes)).get(path)).status).toBe(200);
    expect((await tenant.http.get(path, { headers: { 'secret-proof': 'x' } })).status).toBe(200);
  });

  it('is accepted with either of two valid app secrets, and rejected with an expired secret', async () => {
    const rotated = await anApp(api.database, { requireProof: true });
    const second = await anApp(api.database);
    await api.database.query(
      `INSERT INTO auth.app_secrets (app_id, generation, sealed) SELECT $1, 2, sealed FROM auth.app_secrets
        WHERE app_id = $2`,
      [rotated.id, second.id],
    );
    const own = await oauthToken(allScopes, { app: rotated });
    const proven = (secret: string) =>
      tenant.http.as(own).get(path, { headers: { 'secret-proof': secretProof(secret, own) } });
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

/** Stops all notifications until the service connects again. */
async function killListener(): Promise<void> {
  const killed = await api.database.query(
    `SELECT pg_terminate_backend(pid, 5000) AS ended FROM pg_stat_activity
     WHERE datname = current_database() AND application_name = 'storewright-changes'`,
  );
  expect(killed).toEqual([{ ended: true }]);
}

describe('change of a credential', () => {
  /** A change of a credential, the sender of the notification, and the response after the change. */
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
    'loss of a scope': { make: changeOfToken('oauth', `scopes = '{shops.collection}'`), status: 403 },
    'suspension of the shop': {
      make: async () => {
        const { shop, http } = await aTenant(api);
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

  /** Returns a request that a reader can send in any shop. */
  const read = (http: CheckedClient) => async () => {
    const answer = await http.get(path);
    // 404 proves that the token is valid: the object does not exist in another shop.
    return answer.status === 404 ? { ...answer, status: 200 } : answer;
  };

  it.each(Object.keys(changes))('applies to the next request after a notification: %s', async (name) => {
    const { make, status } = changes[name]!;
    const { http, change, announced } = await make();
    await listening();
    api.clock.hold();
    expect((await read(http)()).status).toBe(200);
    await change();
    await announce(announced);
    // Without the notification the credential would stay cached, because the clock does not advance.
    await untilInForce(read(http), status);
  });

  it.each(Object.keys(changes))('applies within a second without a notification: %s', async (name) => {
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

  /** Resolves when the service listens for notifications. */
  async function listening(): Promise<void> {
    const { http, change, announced } = await changeOfToken('access', `status = 'revoked'`)();
    await until('the service listens', async () => {
      const listeners = await api.database.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
         AND application_name = 'storewright-changes' AND query <> '' AND state = 'idle'`,
      );
      return listeners.length > 0;
    });
    await change();
    await announce(announced);
    await untilInForce(read(http), 401);
  }

  it('applies to the next request after the listener has reconnected', async () => {
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

  it('applies within a second if the change adds permission scopes', async () => {
    const token = await anAccessToken(api.database, tenant.shop, []);
    const http = tenant.http.as(token);
    api.clock.hold();
    expect((await http.get(path)).status).toBe(403);
    await setToken(token, 'scopes = NULL');
    api.clock.advance(1_000);
    expect((await http.get(path)).status).toBe(200);
  });

  it('applies within a second if the credential expires', async () => {
    const token = await anAccessToken(api.database, tenant.shop);
    const http = tenant.http.as(token);
    await setToken(token, `expires_at = clock_timestamp() + interval '1 hour'`);
    api.clock.hold();
    expect((await http.get(path)).status).toBe(200);
    await setToken(token, 'expires_at = clock_timestamp()');
    api.clock.advance(1_000);
    expect((await http.get(path)).status).toBe(401);
  });
});

describe('last use of a token', () => {
  const used = async (token: string) => {
    const [row] = await api.database.query<{ last_used_at: Date | null; first_used_at?: Date | null }>(
      `SELECT * FROM auth.${token.startsWith('swo_') ? 'oauth_tokens' : 'access_tokens'}
        WHERE digest = decode($1, 'hex')`,
      [digestOf(token)],
    );
    return row!;
  };
  const flush = () => api.application.get(LastUsed).flush();

  it('is recorded without a database write for each request', async () => {
    const token = await anAccessToken(api.database, tenant.shop);
    const before = Date.now();
    // Prevents the writes that happen every ten seconds.
    const timer = jest.spyOn(api.application.get(LastUsed), 'flush').mockResolvedValue();
    for (let count = 0; count < 5; count += 1) await tenant.http.as(token).get(path);
    expect((await used(token)).last_used_at).toBeNull();
    timer.mockRestore();
    await flush();
    expect((await used(token)).last_used_at!.getTime()).toBeGreaterThanOrEqual(before);
  });

  it('is recorded once before the first response', async () => {
    const token = await oauthToken(allScopes);
    expect((await used(token)).first_used_at).toBeNull();
    const answers = await Promise.all(Array.from({ length: 5 }, () => tenant.http.as(token).get(path)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const { first_used_at } = await used(token);
    expect(first_used_at).not.toBeNull();
    await tenant.http.as(token).get(path);
    await flush();
    expect((await used(token)).first_used_at).toEqual(first_used_at);
  });

  it('is not recorded for a rejected request to a wrong host or with a revoked token', async () => {
    const [foreign, revoked] = [await oauthToken(allScopes), await oauthToken(allScopes)];
    await setToken(revoked, `status = 'revoked'`);
    expect((await api.http.as(foreign).get('/api/shops')).status).toBe(401);
    expect((await tenant.http.as(revoked).get('/api/shops')).status).toBe(401);
    await flush();
    for (const token of [foreign, revoked])
      expect(await used(token)).toMatchObject({ first_used_at: null, last_used_at: null });
  });

  it('is recorded only for a token in the Authorization header', async () => {
    const { token } = tenant;
    const stranger = tenant.http.as();
    for (const name of ['access_token', 'token', 'authorization', 'bearer'])
      expect((await stranger.get(`/api/shops?${name}=${token}`)).status).toBe(401);
    for (const headers of [
      { cookie: `access_token=${token}` },
      { 'x-access-token': token },
      { 'proxy-authorization': `Bearer ${token}` },
    ])
      expect(
        (await stranger.get('/api/shops', { headers: headers as unknown as Record<string, string> })).status,
      ).toBe(401);
    expect((await stranger.post('/api/operations', { access_token: token })).status).toBe(401);
  });
});
