import { once } from 'node:events';
import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { join } from 'node:path';
import { freePort, until } from '@storewright/testing';
import { Checkouts, normalUser } from './testing/checkout';
import { clientOf, order } from './testing/requests';
import { living, listening, type Starter } from './testing/starter';

const checkouts = new Checkouts();
beforeAll(() => checkouts.fill());
afterAll(() => checkouts.deleteAll());

describe('npm start in an empty folder', () => {
  let starter: Starter;
  let demo: Record<string, string>;
  beforeAll(async () => {
    const checkout = checkouts.empty({ owner: normalUser });
    starter = await (await checkouts.start(checkout, {}, normalUser)).running();
    demo = starter.demo();
  });

  const shop = (token: string) => clientOf(demo['BASE_URL']!, token);

  it('writes thirteen variables to demo.env, which only the user can read', () => {
    expect(Object.keys(demo)).toEqual([
      'AUTH_URL',
      'BASE_URL',
      'OTHER_BASE_URL',
      'ADMIN_URL',
      'MCP_URL',
      'ACCESS_TOKEN',
      'OTHER_ACCESS_TOKEN',
      'READ_ONLY_TOKEN',
      'APP_ID',
      'APP_SECRET',
      'NONCE',
      'OWNER_EMAIL',
      'OWNER_PASSWORD',
    ]);
    for (const file of ['demo.env', 'demo.json', 'secrets.json'])
      expect(statSync(join(starter.checkout, '.storewright', file)).mode & 0o777).toBe(0o600);
  });

  it('creates an access token with all scopes, a read-only token and a token for the second shop', async () => {
    const written = await shop(demo['ACCESS_TOKEN']!).post('/api/meta', order);
    expect(written.status).toBe(201);
    const path = `/api/meta/${written.body.data.id}`;
    const reader = shop(demo['READ_ONLY_TOKEN']!);
    expect((await reader.get(path)).body.data.attributes).toEqual(order.data.attributes);
    const refused = await reader.post('/api/meta', order);
    expect([refused.status, refused.body.errors[0].meta]).toEqual([403, { required_scopes: ['meta.post'] }]);

    const other = clientOf(demo['OTHER_BASE_URL']!, demo['OTHER_ACCESS_TOKEN']);
    expect((await other.post('/api/meta', order)).status).toBe(201);
    expect((await other.get(path)).status).toBe(404);
    expect((await shop(demo['OTHER_ACCESS_TOKEN']!).get('/api/meta')).status).toBe(401);
  });

  it('installs an app whose nonce can be exchanged for a token', async () => {
    const auth = clientOf(demo['AUTH_URL']!);
    const { token, app_id } = (await auth.get(`/api/oauth_tokens/nonce/${demo['NONCE']}`)).body.data
      .attributes;
    expect((await shop(token as string).post('/api/meta', order)).status).toBe(201);
    const [, ...told] = starter.said.stdout.split(/"(http:\S+\/api\/orders\?\S+)"/);
    for (const address of told.filter((each) => each.startsWith('http'))) {
      const { pathname, search } = new URL(address);
      const orders = await shop(token as string).get(pathname + search);
      expect([orders.status, orders.body.data.length > 0]).toEqual([200, true]);
    }
    expect(told).toHaveLength(4);
    const client = { client_id: demo['APP_ID']!, client_secret: demo['APP_SECRET']! };
    const introspected = await auth.send('POST', '/oauth/introspect', {
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: token as string, ...client }).toString(),
    });
    expect(introspected.body).toMatchObject({ active: true, client_id: app_id });
  });

  it('fills the first shop with sample data and leaves the second shop empty', async () => {
    const api = shop(demo['ACCESS_TOKEN']!);
    const orders = await api.get('/api/orders?include=customer,variants,codes&sort=-number&page[total]=true');
    expect([orders.status, orders.body.meta]).toMatchObject([200, { page: { total: 3000 } }]);
    expect(orders.body.data).toHaveLength(25);
    const included = orders.body.included as { type: string }[];
    expect([...new Set(included.map(({ type }) => type))].sort()).toEqual(['codes', 'customers', 'variants']);
    for (const [type, total] of Object.entries({ products: 60, customers: 800, codes: 24 })) {
      const page = await api.get(`/api/${type}?page[total]=true`);
      expect([type, page.status, page.body.meta]).toMatchObject([type, 200, { page: { total } }]);
    }
    const other = clientOf(demo['OTHER_BASE_URL']!, demo['OTHER_ACCESS_TOKEN']);
    for (const type of ['products', 'variants', 'customers', 'codes', 'orders'])
      expect((await other.get(`/api/${type}`)).body.data).toEqual([]);
  });

  it('accepts an order that uses stock, discount codes and order numbers of the sample data', async () => {
    const api = shop(demo['ACCESS_TOKEN']!);
    const mugs = await api.get('/api/products?filter[handle]=stoneware-mug&include=variants');
    type Variant = { id: string; attributes: { inventory_quantity: number } };
    const variant = (mugs.body.included as Variant[]).find((each) => each.attributes.inventory_quantity >= 2);
    const [code] = (await api.get('/api/codes?filter[code]=freeshipping')).body.data as { id: string }[];
    const placed = await api.post('/api/orders', {
      data: {
        type: 'orders',
        attributes: { line_items: [{ variant_id: variant!.id, quantity: 2 }] },
        relationships: { codes: { data: [{ type: 'codes', id: code!.id }] } },
      },
    });
    expect([placed.status, placed.body.data.attributes]).toMatchObject([
      201,
      { number: 4001, discount_amount: 490 },
    ]);
    const after = (await api.get(`/api/variants/${variant!.id}`)).body.data.attributes;
    expect(after.inventory_quantity).toBe(variant!.attributes.inventory_quantity - 2);
  });

  it('prints the metrics URL of each service', async () => {
    const urls = [...starter.said.stdout.matchAll(/^metrics: +(\S+) +\((\S+)\)$/gm)];
    expect(urls.map(([, , name]) => name)).toEqual([
      'auth-api',
      'shop-api',
      'hooks-worker',
      'admin-server',
      'mcp',
    ]);
    for (const [, url] of urls)
      expect(await (await fetch(url!)).text()).toContain('storewright_http_requests_total{');
  });

  it('lets the owner of both shops sign in', async () => {
    const auth = clientOf(demo['AUTH_URL']!);
    const attributes = { email: demo['OWNER_EMAIL'], password: demo['OWNER_PASSWORD'] };
    const session = await auth.post('/api/sessions', { data: { type: 'sessions', attributes } });
    const shops = await auth.as(session.body.data.attributes.token as string).get('/api/shops');
    const domains = (shops.body.data as { attributes: { domain: string } }[]).map(
      (each) => each.attributes.domain,
    );
    expect(domains.sort()).toEqual(['demo-shop', 'second-shop']);
  });

  it('serves the admin panel, which forwards requests to both APIs', async () => {
    const panel = clientOf(demo['ADMIN_URL']!);
    const page = await panel.get('/admin/settings/api-access');
    expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    const script = /<script type="module"[^>]* src="([^"]+)"/.exec(page.text)![1]!;
    expect((await panel.get(script)).headers['content-type']).toMatch(/javascript/);
    const attributes = { email: demo['OWNER_EMAIL'], password: demo['OWNER_PASSWORD'] };
    const session = await panel.post('/admin/api/sessions', { data: { type: 'sessions', attributes } });
    expect([session.status, session.headers['set-cookie']]).toEqual([
      201,
      [expect.stringMatching(/^storewright_session=sws_/), expect.stringMatching(/^storewright_device=/)],
    ]);
    expect((await panel.as(demo['ACCESS_TOKEN']).get('/api/meta')).status).toBe(200);
  });

  it('delivers signed webhooks to an app on the local machine', async () => {
    const app = createHttpServer().listen(0, '127.0.0.1');
    await once(app, 'listening');
    const delivered = new Promise<{ type: string; signature: unknown }>((resolve) => {
      app.on('request', (request, response) => {
        void text(request).then((body) => {
          resolve({
            ...(JSON.parse(body) as { type: string }),
            signature: request.headers['webhook-signature'],
          });
          response.end();
        });
      });
    });
    const auth = clientOf(demo['AUTH_URL']!);
    const credentials = { email: demo['OWNER_EMAIL'], password: demo['OWNER_PASSWORD'] };
    const session = await auth.post('/api/sessions', { data: { type: 'sessions', attributes: credentials } });
    const developer = auth.as(session.body.data.attributes.token as string);
    const webhook_url = `http://localhost:${(app.address() as AddressInfo).port}/hooks`;
    const attributes = { webhook_url, webhook_events: ['meta.created'] };
    const id = demo['APP_ID']!;
    const changed = await developer.send('PATCH', `/api/apps/${id}`, {
      body: { data: { type: 'apps', id, attributes } },
    });
    expect(changed.status).toBe(200);
    await shop(demo['ACCESS_TOKEN']!).post('/api/meta', order);
    expect(await delivered).toMatchObject({
      type: 'meta.created',
      data: { attributes: order.data.attributes },
      signature: expect.stringMatching(/^v1,\S{44}$/),
    });
    app.closeAllConnections();
    app.close();
  });

  it('prints the commands of the README with the values in demo.env', () => {
    const { AUTH_URL, NONCE, BASE_URL, ACCESS_TOKEN } = demo;
    expect(starter.said.stdout).toContain(`curl -s ${AUTH_URL}/api/oauth_tokens/nonce/${NONCE} `);
    expect(starter.said.stdout).toContain(
      `curl -s ${BASE_URL}/api/meta -H 'Authorization: Bearer ${ACCESS_TOKEN}'`,
    );
  });

  // Must be the last test, because it stops the platform.
  it('stops the services and Postgres if SIGKILL ends the process of npm start', async () => {
    const [pids, ports] = [starter.processes(), starter.ports()];
    expect(pids.length).toBeGreaterThan(5);
    starter.signal('SIGKILL');
    await starter.ended;
    await until('all are gone', async () => !living(pids).length && !(await listening(ports)).length);
  });
});

describe('npm start exits with 1 and prints one line for', () => {
  async function expectLine(start: ReturnType<Checkouts['failedStart']>, line: RegExp): Promise<void> {
    const { code, stderr } = await start;
    expect(stderr).toMatch(/^\nnpm start: [^\n]+\n$/);
    expect(stderr).toMatch(line);
    expect(code).toBe(1);
  }

  it.each([
    ['a port that is not a number', { SHOP_PORT: 'shop' }, /SHOP_PORT must be a port number from 1 to 65535/],
    ['a port above 65535', { AUTH_PORT: '65536' }, /AUTH_PORT must be a port number from 1 to 65535/],
    ['two equal ports', { SHOP_PORT: '4000', ADMIN_PORT: '4000' }, /five different ports/],
    [
      'a host address of a different machine',
      { HOST: '192.0.2.1' },
      /cannot listen on 192\.0\.2\.1:\d+ \(EADDRNOTAVAIL\)/,
    ],
    [
      'a database that is not Postgres',
      { DATABASE_URL: 'mysql://u:geheim@localhost/x' },
      /address such as postgres:/,
    ],
    [
      'an invalid database address',
      { DATABASE_URL: 'postgres://u:geheim@[::1/x' },
      /address such as postgres:/,
    ],
  ])('%s', async (_, settings, line) => {
    const start = checkouts.failedStart(checkouts.empty(), settings as unknown as Record<string, string>);
    await expectLine(start, line);
    expect((await start).stderr).not.toContain('geheim');
  });

  it('a port that is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const start = checkouts.failedStart(checkouts.empty(), { AUTH_PORT: String(port) });
    await start.finally(() => other.close());
    await expectLine(start, new RegExp(`port ${port} is in use.* AUTH_PORT`));
  });

  it('an unreachable Postgres server, without printing its password', async () => {
    const port = await freePort();
    const start = checkouts.failedStart(checkouts.empty(), {
      DATABASE_URL: `postgres://u:geheim@127.0.0.1:${port}/x`,
    });
    await expectLine(
      start,
      new RegExp(`DATABASE_URL cannot be reached: connect ECONNREFUSED 127.0.0.1:${port}`),
    );
    expect((await start).stderr).not.toContain('geheim');
  });

  it('a folder in which the user cannot write', async () => {
    const checkout = checkouts.empty();
    chmodSync(checkout, 0o555);
    await expectLine(
      checkouts.failedStart(checkout, {}, normalUser),
      /\.storewright is not writable \(EACCES\)/,
    );
  });

  it('a damaged file of stored secrets', async () => {
    const checkout = checkouts.empty();
    mkdirSync(join(checkout, '.storewright'));
    writeFileSync(join(checkout, '.storewright/secrets.json'), '{"tokenKey": "');
    await expectLine(checkouts.failedStart(checkout), /secrets\.json is damaged/);
  });

  it('data of a different Postgres major version, and does not change the data', async () => {
    const checkout = checkouts.empty();
    const data = join(checkout, '.storewright/postgres/9');
    mkdirSync(data, { recursive: true });
    writeFileSync(join(data, 'PG_VERSION'), '9\n');
    await expectLine(checkouts.failedStart(checkout), /was created by PostgreSQL 9/);
    expect(readFileSync(join(data, 'PG_VERSION'), 'utf8')).toBe('9\n');
  });

  it('a missing program, and stops Postgres first', async () => {
    const checkout = checkouts.empty({ without: 'apps/operator' });
    const starter = await checkouts.start(checkout);
    await expectLine(starter.ended, /apps\/operator\/main\.js does not exist/);
    expect(await listening(starter.ports())).toEqual([]);
    expect(starter.ports()).toHaveLength(6);
  });
});
