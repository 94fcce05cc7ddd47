import { processMetrics } from '@storewright/metrics';
import { mintNonce } from '@storewright/tokens';
import { Client } from 'pg';
import {
  aGrant,
  anOwnedShop,
  aRegisteredApp,
  authApi,
  codesOf,
  listening,
  type OwnedShop,
  racing,
  type RegisteredApp,
  untilRefused,
  type TestService,
} from './testing/test-service';

let service: TestService;
let shop: OwnedShop;
let app: RegisteredApp;

beforeAll(async () => {
  service = await authApi({
    TRUSTED_PROXIES: '127.0.0.1',
    SHOP_URL: 'https://{shop}.stores.example/',
  });
});
beforeEach(async () => {
  shop = await anOwnedShop(service);
  app = await aRegisteredApp(service, { scopes: ['meta.collection', 'meta.get'] });
});
afterAll(() => service.stop());

const address = (nonce: string) => `/api/oauth_tokens/nonce/${nonce}`;
const exchange = (nonce: string) => service.api.get(address(nonce));
const tokensOf = ({ id }: { id: string }) =>
  service.database.query<{ id: string; status: string; scopes: string[] }>(
    'SELECT id, status, scopes FROM auth.oauth_tokens WHERE shop_id = $1 ORDER BY id',
    [id],
  );
const use = (token: string, id: string) => service.api.as(token).get(`/api/oauth_tokens/${id}`);
const auditOf = async ({ id }: { id: string }) =>
  (
    await service.database.query<{ kind: string }>(
      'SELECT kind FROM auth.audit_entries WHERE shop_id = $1 ORDER BY id',
      [id],
    )
  ).map(({ kind }) => kind);

it('the metric storewright_nonces_total counts granted, exchanged and rejected nonces', async () => {
  const counted = async (outcome: string) => {
    const { values } = await processMetrics.getSingleMetric('storewright_nonces_total')!.get();
    return values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0;
  };
  const all = () => Promise.all(['made', 'exchanged', 'refused'].map(counted));
  const before = await all();
  const { nonce } = await aGrant(shop, app);
  await exchange(nonce);
  await exchange(mintNonce());
  await exchange('no-nonce');
  expect((await all()).map((count, at) => count - before[at]!)).toEqual([1, 1, 2]);
});

describe('GET /api/oauth_tokens/nonce/{nonce}', () => {
  it('returns exactly the attributes of the contract (docs/contract.md §4)', async () => {
    const { nonce } = await aGrant(shop, app);
    const { status, headers, body } = await exchange(nonce);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('application/vnd.api+json');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['etag']).toBeUndefined();
    const { data, included } = body;
    const micros = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/) as string;
    expect(body).toEqual({
      jsonapi: { version: '1.1' },
      links: { self: `${service.api.origin}/api/oauth_tokens/${data.id}` },
      data: {
        type: 'oauth_tokens',
        id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        attributes: {
          app_id: app.id,
          shop_id: shop.id,
          status: 'active',
          scopes: ['meta.collection', 'meta.get'],
          created_at: micros,
          updated_at: micros,
          token: expect.stringMatching(/^swo_[0-9A-Za-z]{46}$/) as string,
        },
        relationships: {
          app: { data: { type: 'apps', id: app.id } },
          shop: { data: { type: 'shops', id: shop.id } },
        },
        meta: { base_url: `https://${shop.domain}.stores.example` },
        links: { self: `${service.api.origin}/api/oauth_tokens/${data.id}` },
      },
      included: [
        {
          type: 'shops',
          id: shop.id,
          attributes: { domain: shop.domain, name: shop.domain, title: 'A shop', description: 'For a test' },
          links: { self: `${service.api.origin}/api/shops/${shop.id}` },
          meta: {
            ...{ time_zone: 'UTC', currency_code: 'EUR' },
            ...{ support_email: null, support_phone: null, address: null, logo_url: null },
          },
        },
      ],
    });
    expect(included).toHaveLength(1);
  });

  it('creates one token for concurrent requests', async () => {
    const { nonce } = await aGrant(shop, app);
    const lockToken = {
      text: 'SELECT 1 FROM auth.oauth_tokens WHERE shop_id = $1 FOR UPDATE',
      values: [shop.id],
    };
    const answers = await racing(service, lockToken, 10, () => exchange(nonce));
    answers.push(...(await Promise.all(Array.from({ length: 40 }, () => exchange(nonce)))));
    expect(answers.map(({ status }) => status)).toEqual(Array(50).fill(200));
    expect(new Set(answers.map(({ body }) => body.data.attributes.token)).size).toBe(1);
    expect(await tokensOf(shop)).toMatchObject([{ status: 'active' }]);
    expect((await auditOf(shop)).filter((kind) => kind === 'oauth_tokens.exchanged')).toHaveLength(1);
  });

  it('returns the same token again until the token is used', async () => {
    const { nonce } = await aGrant(shop, app);
    const [first, second] = [await exchange(nonce), await exchange(nonce)];
    expect(second.body).toEqual(first.body);
    const { id, attributes } = first.body.data;
    expect((await use(attributes.token, id)).status).toBe(200);
    const third = await exchange(nonce);
    expect([third.status, codesOf(third)]).toEqual([410, ['nonce_used']]);
  });

  it(
    'revokes the token when its nonce is sent again after the first use, and records it in the audit ' +
      'log',
    async () => {
      const { nonce } = await aGrant(shop, app);
      const { id, attributes } = (await exchange(nonce)).body.data;
      await use(attributes.token, id);
      const announced = await listening(service);
      await exchange(nonce);
      expect(await announced()).toEqual([{ shop_id: shop.id }]);
      expect(await tokensOf(shop)).toMatchObject([{ id, status: 'revoked' }]);
      await untilRefused(() => use(attributes.token, id));
      expect(await auditOf(shop)).toEqual(
        expect.arrayContaining(['nonces.replayed', 'oauth_tokens.revoked']),
      );
      expect(codesOf(await exchange(nonce))).toEqual(['nonce_used']);
      expect((await auditOf(shop)).filter((kind) => kind === 'nonces.replayed')).toHaveLength(1);
    },
  );

  it.each(['HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])(
    'returns 405 for %s and leaves the nonce valid',
    async (method) => {
      const { nonce } = await aGrant(shop, app);
      const answer = await service.api.send(method, address(nonce));
      expect(answer.status).toBe(405);
      expect(answer.headers['allow']).toContain('GET');
      expect(answer.headers['allow']).not.toContain('HEAD');
      expect(await tokensOf(shop)).toMatchObject([{ status: 'pending' }]);
    },
  );

  it.each([
    ['Sec-Purpose', 'prefetch'],
    ['Sec-Purpose', 'prefetch;prerender'],
    ['Purpose', 'prefetch'],
  ])('rejects a prefetch with the header %s: %s and keeps the nonce valid', async (name, value) => {
    const { nonce } = await aGrant(shop, app);
    const answer = await service.api.get(address(nonce), { headers: { [name]: value } });
    expect([answer.status, codesOf(answer)]).toEqual([400, ['prefetch_refused']]);
    expect(await tokensOf(shop)).toMatchObject([{ status: 'pending' }]);
    expect((await exchange(nonce)).status).toBe(200);
  });

  it.each(['x', 'a'.repeat(44), '%00', 'é', "' OR 1=1 --"])(
    'returns 404 for the unknown nonce %j',
    async (nonce) => {
      const answer = await exchange(encodeURIComponent(nonce));
      expect([answer.status, codesOf(answer)]).toEqual([404, ['nonce_not_found']]);
    },
  );

  it(
    'returns 429 to unknown nonces after 100 in a minute, and 200 to a known nonce from the same ' +
      'network',
    async () => {
      const [{ nonce }, headers] = [await aGrant(shop, app), { 'x-forwarded-for': '203.0.113.9' }];
      const guess = (text: string) => service.api.get(address(text), { headers });
      const statuses = [];
      for (let guesses = 0; guesses < 105; guesses += 1) statuses.push((await guess(mintNonce())).status);
      expect(new Set(statuses.slice(0, 100))).toEqual(new Set([404]));
      expect(new Set(statuses.slice(100))).toEqual(new Set([429]));
      const refused = await guess(mintNonce());
      expect(codesOf(refused)).toEqual(['rate_limited']);
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      // Another app with the same network address still gets its token.
      expect((await guess(nonce)).status).toBe(200);
    },
  );

  it('measures the age of a nonce by the clock of the database', async () => {
    const { nonce } = await aGrant(shop, app);
    const age = (by: string) =>
      service.database.query(
        `UPDATE auth.nonces SET expires_at = clock_timestamp() + interval '${by}' WHERE shop_id = $1`,
        [shop.id],
      );
    const [lived] = await service.database.query<{ minutes: string }>(
      `SELECT extract(epoch FROM expires_at - created_at) / 60 AS minutes FROM auth.nonces WHERE shop_id = $1`,
      [shop.id],
    );
    expect(Number(lived!.minutes)).toBeCloseTo(10, 3);
    await age('-1 millisecond');
    const late = await exchange(nonce);
    expect([late.status, codesOf(late)]).toEqual([410, ['nonce_expired']]);
    expect(await tokensOf(shop)).toMatchObject([{ status: 'pending' }]);
    await age('1 minute');
    expect((await exchange(nonce)).status).toBe(200);
  });

  it('keeps the issued token valid when a client sends its expired nonce again', async () => {
    const { nonce } = await aGrant(shop, app);
    const { id, attributes } = (await exchange(nonce)).body.data;
    await use(attributes.token, id);
    await service.database.query('UPDATE auth.nonces SET expires_at = now() WHERE shop_id = $1', [shop.id]);
    expect(codesOf(await exchange(nonce))).toEqual(['nonce_expired']);
    expect((await use(attributes.token, id)).status).toBe(200);
  });

  it('returns nonce_expired if the app was uninstalled before the exchange', async () => {
    const { nonce, installation } = await aGrant(shop, app);
    expect((await shop.api.delete(`${shop.path}/installations/${installation}`)).status).toBe(204);
    expect(codesOf(await exchange(nonce))).toEqual(['nonce_expired']);
  });

  it('revokes the previous token when the app exchanges the nonce of a new grant', async () => {
    const older = (await exchange((await aGrant(shop, app)).nonce)).body.data;
    const { nonce } = await aGrant(shop, app);
    expect((await use(older.attributes.token, older.id)).status).toBe(200);
    const announced = await listening(service);
    const newer = (await exchange(nonce)).body.data;
    expect(await announced()).toEqual([{ shop_id: shop.id }]);
    expect(await tokensOf(shop)).toMatchObject([
      { id: older.id, status: 'superseded' },
      { id: newer.id, status: 'active' },
    ]);
    await untilRefused(() => use(older.attributes.token, older.id));
    expect((await use(newer.attributes.token, newer.id)).status).toBe(200);
  });

  it('rejects a nonce that a newer grant replaced, and keeps the token of the newer grant valid', async () => {
    const [older, newer] = [await aGrant(shop, app), await aGrant(shop, app)];
    expect(await tokensOf(shop)).toMatchObject([{ status: 'superseded' }, { status: 'pending' }]);
    const { id, attributes } = (await exchange(newer.nonce)).body.data;
    const late = await exchange(older.nonce);
    expect([late.status, codesOf(late)]).toEqual([410, ['nonce_expired']]);
    expect((await use(attributes.token, id)).status).toBe(200);
    expect((await auditOf(shop)).filter((kind) => kind === 'oauth_tokens.superseded')).toEqual([]);
  });

  it('keeps nonces of different apps and shops valid after a new grant', async () => {
    const others = [
      await aGrant(shop, await aRegisteredApp(service)),
      await aGrant(await anOwnedShop(service), app),
    ];
    await aGrant(shop, app);
    await aGrant(shop, app);
    for (const { nonce } of others) expect((await exchange(nonce)).status).toBe(200);
  });

  it('keeps the nonce valid if the database connection fails during the exchange', async () => {
    const { nonce, installation } = await aGrant(shop, app);
    const blocker = new Client({ connectionString: service.database.administratorUrl });
    await blocker.connect();
    await blocker.query('BEGIN');
    await blocker.query('SELECT 1 FROM auth.installations WHERE id = $1 FOR UPDATE', [installation]);
    const interrupted = exchange(nonce);
    await killWaiting();
    expect(codesOf(await interrupted)).toEqual(['unavailable']);
    await blocker.query('ROLLBACK');
    await blocker.end();
    expect((await exchange(nonce)).status).toBe(200);
  });

  it('keeps the nonce of a suspended shop valid', async () => {
    const { nonce } = await aGrant(shop, app);
    const become = (status: string) =>
      service.database.query('UPDATE auth.shops SET status = $2 WHERE id = $1', [shop.id, status]);
    await become('suspended');
    expect(codesOf(await exchange(nonce))).toEqual(['shop_suspended']);
    await become('active');
    expect((await exchange(nonce)).status).toBe(200);
  });

  it('stores neither nonce nor token in plain text', async () => {
    const { nonce } = await aGrant(shop, app);
    const { token } = (await exchange(nonce)).body.data.attributes as { token: string };
    const rows = await service.database.query(
      `SELECT row_to_json(n)::text || row_to_json(t)::text AS text FROM auth.nonces n JOIN auth.oauth_tokens t
        ON t.id = n.oauth_token_id
       UNION ALL SELECT row_to_json(a)::text FROM auth.audit_entries a`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(JSON.stringify(rows)).not.toContain(nonce);
    expect(JSON.stringify(rows)).not.toContain(token.slice(4));
  });
});

/** Terminates the backend that waits for a lock, as soon as a backend waits. */
async function killWaiting(): Promise<void> {
  for (;;) {
    const killed = await service.database.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND ' +
        `wait_event_type = 'Lock'`,
    );
    if (killed.length > 0) return;
  }
}

describe('GET /api/oauth_tokens/{id}', () => {
  it('returns the token object without the token value to the holder of the token', async () => {
    const { id, attributes } = (await exchange((await aGrant(shop, app)).nonce)).body.data;
    const { body } = await use(attributes.token, id);
    expect(body.data.attributes).toEqual({ ...attributes, token: undefined });
    expect(body.data.meta.first_used_at).not.toBeNull();
  });

  it('returns 404 to a different token, and 401 to a session or without credentials', async () => {
    const mine = (await exchange((await aGrant(shop, app)).nonce)).body.data;
    const other = (await exchange((await aGrant(await anOwnedShop(service), app)).nonce)).body.data;
    expect((await use(other.attributes.token, mine.id)).status).toBe(404);
    expect((await service.api.get(`/api/oauth_tokens/${mine.id}`)).status).toBe(401);
    expect((await shop.api.get(`/api/oauth_tokens/${mine.id}`)).status).toBe(401);
  });

  it('allows a token with the scope shops.get to read the shop of the token only', async () => {
    const reader = await aRegisteredApp(service, { scopes: ['shops.get'] });
    const { attributes } = (await exchange((await aGrant(shop, reader)).nonce)).body.data;
    const holder = service.api.as(attributes.token);
    expect((await holder.get(shop.path)).body.data.attributes.domain).toBe(shop.domain);
    expect((await holder.get((await anOwnedShop(service)).path)).status).toBe(401);
    expect((await holder.get(`${shop.path}/installations`)).status).toBe(401);
  });

  it('returns 401 without the header Secret-Proof if the app has require_proof', async () => {
    const careful = await aRegisteredApp(service, { require_proof: true });
    const { id, attributes } = (await exchange((await aGrant(shop, careful)).nonce)).body.data;
    expect((await use(attributes.token, id)).status).toBe(401);
  });
});
