import { UnauthorizedError } from '@modelcontextprotocol/client';
import { freePort, testDatabase, type TestDatabase, until } from '@storewright/testing';
import { untilInForce } from './platform/in-force';
import { McpAgent } from './platform/mcp-agent';
import { Platform, resourceServer } from './platform/platform';
import {
  accepted,
  aGrant,
  anAccessToken,
  anAgreement,
  anApp,
  anInstallation,
  aStore,
  aStoreOfOperator,
  exchanged,
  newObject,
  type Store,
} from './platform/store';

let database: TestDatabase;
let platform: Platform;
let store: Store;

beforeAll(async () => {
  database = await testDatabase();
  const environment = { AUTH_URL: `http://localhost:${await freePort()}` };
  platform = await Platform.start(database, { shopApis: 2, environment });
});
beforeEach(async () => {
  store = await aStore(platform);
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

const order = { resource_type: 'orders', resource_id: '1001', data: { colour: 'blue', priority: 7 } };
const search = `/api/meta?filter[resource_type]=orders&filter[resource_id]=1001&filter[meta]=${encodeURIComponent(
  JSON.stringify([
    { key: 'colour', value: 'blue' },
    { key: 'priority', operator: '>', value: 6.5 },
  ]),
)}`;

it('an app can use its scopes on every shop API instance until its nonce is replayed', async () => {
  const [store, otherStore] = [await aStoreOfOperator(platform), await aStore(platform)];
  const app = await anApp(store, {
    scopes: ['meta.collection', 'meta.post'],
    install_url: 'https://labels.example/install?plan=a%20b&x',
  });

  const { nonce, redirect } = await aGrant(store, app, { state: 'where I was & more' });
  expect(`${redirect.origin}${redirect.pathname}`).toBe('https://labels.example/install');
  expect(Object.fromEntries(redirect.searchParams)).toEqual({
    plan: 'a b',
    x: '',
    nonce,
    state: 'where I was & more',
  });

  const { headers, body } = await platform.auth.get(`/api/oauth_tokens/nonce/${nonce}`);
  expect(headers['cache-control']).toBe('no-store');
  expect(body.data).toMatchObject({
    type: 'oauth_tokens',
    attributes: {
      app_id: app.id,
      shop_id: store.id,
      status: 'active',
      scopes: ['meta.collection', 'meta.post'],
    },
    relationships: {
      app: { data: { type: 'apps', id: app.id } },
      shop: { data: { type: 'shops', id: store.id } },
    },
  });
  expect(body.included).toMatchObject([
    { type: 'shops', id: store.id, attributes: { domain: store.domain, name: 'A shop' } },
  ]);

  const exchangedAgain = await platform.auth.get(`/api/oauth_tokens/nonce/${nonce}`);
  expect(exchangedAgain.body.data).toEqual(body.data);

  const apis = store.apis(body.data.attributes.token as string);
  for (const api of apis) {
    const written = await api.post('/api/meta', newObject('meta', order));
    expect([written.status, written.body.data?.attributes]).toEqual([201, order]);
    for (const reader of apis) {
      const found = (await reader.get(search)).body.data as { id: string; attributes: object }[];
      expect(found.find(({ id }) => id === written.body.data.id)?.attributes).toEqual(order);
    }
    const beyond = await api.delete(`/api/meta/${written.body.data.id}`);
    expect([beyond.status, beyond.body.errors[0].code]).toEqual([403, 'insufficient_scope']);
    const elsewhere = await api.at(`${otherStore.domain}.localhost`).get('/api/meta');
    expect([elsewhere.status, elsewhere.body.errors[0].code]).toEqual([401, 'invalid_token']);
  }

  const exchangeAfterUse = async () => {
    const { status, body } = await platform.auth.get(`/api/oauth_tokens/nonce/${nonce}`);
    expect([status, body.errors[0].code]).toEqual([410, 'nonce_used']);
  };
  await untilInForce(apis, exchangeAfterUse, { to: 401 });
});

it("an agent that knows only the MCP server's URL can call tools after the owner has granted scopes", async () => {
  const { port } = await platform.startMcp();
  const agent = await McpAgent.start(`http://${store.domain}.localhost:${port}/mcp`);
  const agree = async (scopes: string) =>
    agent.finish(await anAgreement(platform, store, agent.authorizationUrl!, scopes));
  const titles = async () => {
    const { data } = (await agent.call('list_products')) as { data: { attributes: { title: string } }[] };
    return data.map(({ attributes }) => attributes.title);
  };
  const shirt = { attributes: { title: 'Shirt' } };
  try {
    await expect(titles()).rejects.toThrow(UnauthorizedError);
    expect(agent.discovery?.authorizationServerMetadata).toMatchObject({
      issuer: platform.authUrl,
      client_id_metadata_document_supported: true,
    });
    await agree('products.collection');
    expect(await titles()).toEqual([]);

    // The 403 names the missing scope, and the client requests it in addition.
    await expect(agent.call('create_product', shirt)).rejects.toThrow(UnauthorizedError);
    await agree('products.collection products.post');
    await agent.call('create_product', shirt);

    const { refresh_token } = agent.tokens!;
    agent.tokens = { ...agent.tokens!, access_token: 'swo_expired' };
    expect(await titles()).toEqual(['Shirt']);
    expect(agent.tokens!.refresh_token).not.toBe(refresh_token);
  } finally {
    await agent.stop();
  }
});

it("the owner's audit log contains every change in this spec and no credential", async () => {
  const { app, installation, token } = await anInstallation(platform, store, {
    scopes: ['meta.collection', 'meta.get'],
  });
  await aGrant(store, app, { scopes: ['meta.get'] });
  const script = await anAccessToken(store);
  await accepted(store.owner.delete(script.path));
  await accepted(store.owner.delete(`${store.path}/installations/${installation}`));

  const { text, body } = await store.owner.get(`${store.path}/audit_entries`);
  const entries = body.data as { attributes: { kind: string; detail: object } }[];
  expect(entries.map(({ attributes }) => attributes.kind)).toEqual([
    'sessions.created',
    'installations.granted',
    'oauth_tokens.exchanged',
    'installations.granted',
    'access_tokens.created',
    'access_tokens.revoked',
    'installations.uninstalled',
    'oauth_tokens.revoked',
  ]);
  expect(entries[3]!.attributes.detail).toMatchObject({ scopes: ['meta.get'], dropped: ['meta.collection'] });
  for (const secret of [token, script.token, app.secret]) expect(text).not.toContain(secret.slice(4));
});

describe('after the response to a change, on both shop API instances,', () => {
  it('an existing token of an app has the newly granted scopes', async () => {
    const { app, token } = await anInstallation(platform, store, { scopes: ['meta.collection', 'meta.get'] });
    const apis = store.apis(token);
    await untilInForce(apis, () => aGrant(store, app, { scopes: ['meta.get'] }), {
      to: 403,
    });
    const all = { scopes: ['meta.collection', 'meta.get'] };
    await untilInForce(apis, () => aGrant(store, app, all), { from: 403, to: 200 });
  });

  it('a revoked access token is rejected', async () => {
    const { path, token } = await anAccessToken(store);
    const [api] = store.apis(token);
    const order = { resource_type: 'orders', resource_id: '1', data: {} };
    expect((await api!.post('/api/meta', newObject('meta', order))).status).toBe(201);
    await untilInForce(store.apis(token), () => accepted(store.owner.delete(path)), { to: 401 });
  });

  it('the token of an uninstalled app is rejected, and the token of a reinstallation is accepted', async () => {
    const { app, installation, token } = await anInstallation(platform, store, {
      scopes: ['meta.collection'],
    });
    const path = `${store.path}/installations/${installation}`;
    await untilInForce(store.apis(token), () => accepted(store.owner.delete(path)), { to: 401 });
    const next = await exchanged(platform, await aGrant(store, app));
    expect(
      await Promise.all(store.apis(next).map(async (api) => (await api.get('/api/meta')).status)),
    ).toEqual([200, 200]);
  });

  it('a token that its app revoked is rejected, and introspection returns active: false', async () => {
    const { app, token } = await anInstallation(platform, store, { scopes: ['meta.collection'] });
    const introspect = async () => (await oauth('/oauth/introspect', token, resourceServer)).body as object;
    expect(await introspect()).toMatchObject({
      active: true,
      scope: 'meta.collection',
      client_id: app.id,
      shop_id: store.id,
    });
    const revoke = () => oauth('/oauth/revoke', token, app);
    await untilInForce(store.apis(token), revoke, { to: 401 });
    expect(await introspect()).toEqual({ active: false });
  });

  it('a suspended shop rejects requests until it is resumed', async () => {
    const { token } = await anAccessToken(store);
    const command = (name: string) => () => platform.operator(name, '--domain', store.domain);
    await untilInForce(store.apis(token), command('suspend-shop'), { to: 403 });
    await untilInForce(store.apis(token), command('resume-shop'), { from: 403, to: 200 });
  });

  it('a revoked token is rejected even if the database notification about the revocation was lost', async () => {
    const { path, token } = await anAccessToken(store);
    const listening = await listeners();
    let told: Promise<number>;
    const revoke = async () => {
      await killListeners();
      await accepted(store.owner.delete(path));
      told = listeners();
    };
    await untilInForce(store.apis(token), revoke, { to: 401 });
    expect([listening >= 2, await told!]).toEqual([true, 0]);
    await until('they listen again', async () => (await listeners()) >= listening);
  });
});

const isListener = `application_name = 'storewright-changes' AND datname = current_database()`;

async function listeners(): Promise<number> {
  return (await database.query(`SELECT pid FROM pg_stat_activity WHERE ${isListener}`)).length;
}

/** Resolves when the connections are closed. */
async function killListeners(): Promise<void> {
  await database.query(`SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE ${isListener}`);
}

/** Sends a request as the app in the role of an OAuth client. */
const oauth = (path: string, token: string, { id, secret }: { id: string; secret: string }) =>
  accepted(
    platform.auth.send('POST', path, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64')}`,
      },
      body: new URLSearchParams({ token }).toString(),
    }),
  );
