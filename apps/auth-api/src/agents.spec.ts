import { authMigrations } from '@storewright/schema';
import { Agent, REDIRECT_URI } from './testing/agent';
import { anOwnedShop, authApi, type OwnedShop, type TestService } from './testing/test-service';

let service: TestService;
let shop: OwnedShop;
let agent: Agent;
beforeAll(async () => {
  service = await authApi({ WEBHOOKS_ALLOW_LOOPBACK: 'true' });
});
beforeEach(async () => {
  [shop, agent] = await Promise.all([anOwnedShop(service), Agent.start()]);
});
afterEach(() => agent.stop());
afterAll(() => service.stop());

const authorize = (changes: Record<string, string> = {}) =>
  service.api.get(
    `/oauth/authorize?${new URLSearchParams({ ...agent.requestFor(shop), ...changes }).toString()}`,
  );
const use = (token: string) =>
  service.database.query(
    `UPDATE auth.oauth_tokens SET first_used_at = now() WHERE digest = sha256(convert_to($1, 'UTF8'))`,
    [token],
  );
const isActive = async (token: unknown): Promise<boolean> => {
  const rows = await service.database.query(
    `SELECT id FROM auth.oauth_tokens WHERE digest = sha256(convert_to($1, 'UTF8')) AND status = 'active'`,
    [token],
  );
  return rows.length > 0;
};
const started = async () => (await agent.exchange(service, await agent.codeOf(service, shop))).body;

describe('GET /oauth/authorize from an AI agent', () => {
  it("redirects with state and issuer after the owner's consent, and the code yields tokens that expire", async () => {
    const url = await agent.redirectOf(service, shop);
    expect(url.href.startsWith(`${REDIRECT_URI}?`)).toBe(true);
    expect([url.searchParams.get('state'), url.searchParams.has('iss')]).toEqual(['s', true]);
    const code = url.searchParams.get('code')!;
    expect((await agent.exchange(service, code, { code_verifier: 'x'.repeat(43) })).body['error']).toBe(
      'invalid_grant',
    );
    const { status, body } = await agent.exchange(service, code);
    expect([status, body]).toEqual([
      200,
      expect.objectContaining({
        access_token: expect.stringMatching(/^swo_/) as string,
        refresh_token: expect.stringMatching(/^swr_/) as string,
        expires_in: 3600,
        scope: 'products.collection',
        shop_id: shop.id,
      }),
    ]);
    expect((await agent.exchange(service, code)).body).toEqual(body);
    const { attributes } = (await shop.api.get(`${shop.path}/installations`)).body.data[0];
    expect(attributes).toMatchObject({
      app_client_url: agent.client_id,
      ...{ daily_request_limit: 10_000, daily_write_limit: 1_000, daily_requests_used: 0 },
    });
  });

  it('redirects the owner to the agent with access_denied after the owner declines', async () => {
    const url = await agent.redirectOf(service, shop, { decision: 'denied' });
    expect([url.port, url.searchParams.get('error')]).toEqual(['33418', 'access_denied']);
  });

  it.each([
    ['an unregistered redirect URI', { redirect_uri: 'https://evil.example/callback' }, 'redirect_uri'],
    [
      'a redirect URI with an unregistered path',
      { redirect_uri: 'http://127.0.0.1:1/other' },
      'redirect_uri',
    ],
    ['no PKCE', { code_challenge: '' }, 'code_challenge'],
    ['a resource on a foreign host', { resource: 'https://evil.example/mcp' }, 'resource'],
    ['a resource of an unknown shop', { resource: 'http://nobody.localhost:3006/mcp' }, 'resource'],
  ])('shows an error page and does not redirect for %s', async (_, changes, parameter) => {
    const { status, text } = await authorize(changes);
    expect([status, text]).toEqual([400, expect.stringContaining(`The parameter ${parameter} `)]);
  });

  it('rejects a client metadata document with a redirect, 10 MB, a wrong client_id or a private address', async () => {
    const refusedWith = async (detail: string, client_id = agent.client_id) => {
      const { status, text } = await authorize({ client_id });
      expect([status, text]).toEqual([400, expect.stringContaining(detail)]);
    };
    agent.respond = (response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
    await refusedWith('status 302. Redirects are not followed');
    agent.respond = (response) => response.end('x'.repeat(10_000_000));
    await refusedWith('names a document of 65536 bytes or more');
    delete agent.respond;
    agent.members = { client_id: 'https://other.example/client.json' };
    await refusedWith('must have its own URL as client_id');
    await refusedWith('public internet address', 'https://10.0.0.1/client.json');
  });

  it('keeps the granted scopes and redirect URI if the client metadata document changes later', async () => {
    const code = await agent.codeOf(service, shop);
    agent.members = { client_name: 'Other', redirect_uris: ['https://evil.example/callback'] };
    const changed = { redirect_uri: 'https://evil.example/callback' };
    expect((await agent.exchange(service, code, changed)).body['error']).toBe('invalid_grant');
    const { body } = await agent.exchange(service, code);
    expect(body['scope']).toBe('products.collection');
    agent.respond = (response) => response.writeHead(404).end();
    const next = await agent.refresh(service, body['refresh_token'] as string);
    expect([next.status, next.body['scope']]).toEqual([200, 'products.collection']);
  });

  it('rejects a redirect URI in the grant form that the client metadata document does not contain', async () => {
    const redirect_uri = 'https://evil.example/callback';
    await expect(agent.redirectOf(service, shop, { redirect_uri })).rejects.toThrow('redirect_uri');
  });
});

describe('POST /oauth/token with a refresh token', () => {
  it('returns the same new tokens to concurrent and repeated requests until one of the tokens is used', async () => {
    const { refresh_token } = (await started()) as { refresh_token: string };
    const answers = await Promise.all(Array.from({ length: 5 }, () => agent.refresh(service, refresh_token)));
    const [first] = answers;
    expect(first!.status).toBe(200);
    for (const { body } of answers) expect(body).toEqual(first!.body);
    expect((await agent.refresh(service, refresh_token)).body).toEqual(first!.body);
    const limits = await service.database.query(
      'SELECT DISTINCT daily_request_limit, daily_write_limit FROM auth.oauth_tokens WHERE shop_id = $1',
      [shop.id],
    );
    expect(limits).toEqual([{ daily_request_limit: 10_000, daily_write_limit: 1_000 }]);
  });

  it('revokes all tokens of the consent if the agent reuses a refresh token after using the next token', async () => {
    const { refresh_token } = (await started()) as { refresh_token: string };
    const { body } = await agent.refresh(service, refresh_token);
    await use(body['access_token'] as string);
    const other = await started();
    expect((await agent.refresh(service, refresh_token)).body['error']).toBe('invalid_grant');
    expect(await isActive(body['access_token'])).toBe(false);
    const next = await agent.refresh(service, body['refresh_token'] as string);
    expect([next.status, next.body['error']]).toEqual([400, 'invalid_grant']);
    // Tokens of another consent, such as on another device, keep working.
    expect(await isActive(other['access_token'])).toBe(true);
  });

  it('returns invalid_grant after the owner uninstalled the agent, even after a reinstallation', async () => {
    const { refresh_token } = (await started()) as { refresh_token: string };
    const { body } = await shop.api.get(`${shop.path}/installations`);
    await shop.api.delete(`${shop.path}/installations/${body.data[0].id}`);
    expect((await agent.refresh(service, refresh_token)).body['error']).toBe('invalid_grant');
    await started();
    expect((await agent.refresh(service, refresh_token)).body['error']).toBe('invalid_grant');
  });
});

describe('migration LimitOlderAgents', () => {
  const migrate = async () => {
    const Migration = authMigrations.find(({ name }) => name.startsWith('LimitOlderAgents'))!;
    await service.database.query(Migration.sql!);
  };
  const removeLimits = async () => {
    for (const table of ['installations', 'oauth_tokens'])
      await service.database.query(
        `UPDATE auth.${table} SET daily_request_limit = NULL, daily_write_limit = NULL WHERE shop_id = $1`,
        [shop.id],
      );
  };
  const limitsOf = async (table: 'installations' | 'oauth_tokens') => {
    const [row] = await service.database.query(
      `SELECT daily_request_limit, daily_write_limit FROM auth.${table} WHERE shop_id = $1`,
      [shop.id],
    );
    return Object.values(row!);
  };

  it('gives AI agents without daily limits, and their tokens, the limits of a new agent', async () => {
    await started();
    await removeLimits();
    await migrate();
    expect(await limitsOf('installations')).toEqual([10_000, 1_000]);
    expect(await limitsOf('oauth_tokens')).toEqual([10_000, 1_000]);
  });

  it("keeps an AI agent unlimited if a member of the shop removed the agent's daily limits", async () => {
    await started();
    const [{ id }] = (await shop.api.get(`${shop.path}/installations`)).body.data;
    const attributes = { daily_request_limit: null, daily_write_limit: null };
    const data = { type: 'installations', id, attributes };
    await shop.api.patch(`${shop.path}/installations/${id}`, { data });
    await migrate();
    expect(await limitsOf('installations')).toEqual([null, null]);
    expect(await limitsOf('oauth_tokens')).toEqual([null, null]);
  });
});
