import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type HttpClient, Receiver, testDatabase, type TestDatabase } from '@storewright/testing';
import { Listening } from './platform/listening';
import { owner, Platform } from './platform/platform';
import { ended } from './platform/storewright';
import {
  accepted,
  aGrant,
  anAccessToken,
  anApp,
  anInstallation,
  aStore,
  newObject,
  type Store,
} from './platform/store';

let database: TestDatabase;
let platform: Platform;
let store: Store;
let folder: string;
let environment: Record<string, string>;
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

beforeAll(async () => {
  database = await testDatabase();
  platform = await Platform.start(database, { addressed: true });
  await platform.startWorker();
});
beforeEach(async () => {
  store = await aStore(platform);
  folder = mkdtempSync(join(tmpdir(), 'storewright-home-'));
  environment = { XDG_CONFIG_HOME: folder, WEBHOOK_SECRET: secret };
});
afterEach(() => rmSync(folder, { recursive: true }));
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

const storewright = (words: string[], input = '') =>
  ended([process.execPath, platform.storewright, ...words], { environment, input });
const said = async (...words: string[]) => {
  const { code, stdout, stderr } = await storewright(words);
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stdout}${stderr}`);
  return stdout;
};

/** Signed in to the shop with a token of its owner. */
async function signedIn(): Promise<HttpClient> {
  const { token } = await anAccessToken(store);
  expect(await storewright(['login', '--base-url', store.baseUrl], `${token}\n`)).toMatchObject({ code: 0 });
  return store.apis(token)[0]!;
}

it('signs a developer in by email and password, with a token for the shop, and keeps both from others', async () => {
  const app = await anApp(store, { scopes: ['meta.get'], webhook_url: 'https://labels.example/hooks' });
  const words = ['login', '--auth-url', platform.authUrl, '--base-url', store.baseUrl];
  const wrong = await storewright(words, `${owner.email}\nwrong\n`);
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/401 invalid_credentials/)]);
  const { code, stdout, stderr } = await storewright(words, `${owner.email}\n${owner.password}\n`);
  expect([code, stdout]).toEqual([0, '']);
  const file = join(folder, 'storewright/credentials.json');
  expect(stderr).toBe(`signed in; kept in ${file}, readable by you alone\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain(owner.password);
  expect(await said('apps', 'list')).toContain(`${app.id}  Labels  https://labels.example/hooks\n`);
  expect(JSON.parse(await said('api', 'get', '/api/shops')).data[0].attributes.domain).toBe(store.domain);
  await said('logout');
  expect(await storewright(['apps', 'list'])).toMatchObject({ code: 2 });
});

it('refuses a token that the shop does not know, and keeps none', async () => {
  const { token } = await anAccessToken(await aStore(platform));
  const refused = await storewright(['login', '--base-url', store.baseUrl], `${token}\n`);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/401 invalid_token/)]);
  expect(refused.stderr).not.toContain(token);
  expect(await storewright(['api', 'get', '/api/shops'])).toMatchObject({ code: 2 });
});

it('sends a request by hand, and says what the API says against it', async () => {
  await signedIn();
  const product = { data: { type: 'products', attributes: { title: 'Mug' } } };
  const made = JSON.parse(await said('api', 'post', '/api/products', '--data', JSON.stringify(product)));
  expect(made.data.attributes).toMatchObject({ handle: 'mug' });
  const path = `/api/products/${made.data.id}`;
  const change = { data: { type: 'products', id: made.data.id, attributes: { title: 'Cup' } } };
  const changed = await storewright(['api', 'patch', path, '--data', '-'], JSON.stringify(change));
  expect([changed.code, JSON.parse(changed.stdout).data.attributes.title]).toEqual([0, 'Cup']);
  expect(await storewright(['api', 'delete', path])).toEqual({ code: 0, stdout: '', stderr: '204\n' });
  const gone = await storewright(['api', 'get', path]);
  expect([gone.code, JSON.parse(gone.stdout).errors[0].code]).toEqual([1, 'not_found']);
  expect(gone.stderr).toMatch(
    /^storewright api: GET .* was answered 404 not_found: .* \(request [\w-]+\)\n$/,
  );
  expect(await storewright(['api', 'put', '/api/products'])).toMatchObject({ code: 2 });
});

it('sets, gets and finds meta', async () => {
  await signedIn();
  await said('meta', 'set', 'orders', '1001', 'colour=blue', 'priority:=7', 'note=a=b');
  await said('meta', 'set', 'orders', '1001', 'colour:=null');
  expect(JSON.parse(await said('meta', 'get', 'orders', '1001'))).toEqual({ priority: 7, note: 'a=b' });
  expect(await said('meta', 'get', 'orders', '1002')).toBe('null\n');
  const found = await said('meta', 'search', 'priority', '>=', '7', '--type', 'orders');
  expect(JSON.parse(found)).toMatchObject({ resource_id: '1001', data: { priority: 7 } });
  expect(await said('meta', 'search', 'priority', '=', 'seven')).toBe('');
});

it('sends tests and what happened again, and says what became of them', async () => {
  const api = await signedIn();
  const receiver = await Receiver.start();
  const { app } = await anInstallation(platform, store, {
    scopes: ['meta.get'],
    webhook_url: receiver.url,
    webhook_events: ['meta.created'],
  });
  const make = () =>
    accepted(api.post('/api/meta', newObject('meta', { resource_type: 'orders', resource_id: '1' })));
  await make();
  const { body } = await make();
  await receiver.has(2);
  expect(await said('trigger', 'meta.created')).toMatch(/^[0-9a-f-]{36} {2}delivered {2}204 {2}\d+ ms\n$/);
  expect(receiver.received[2]!.body).toMatchObject({ sequence: null, data: { id: body.data.id } });
  receiver.reply = () => 500;
  expect(await said('trigger', 'meta.created', '--resource', body.data.id)).toContain('  failed  500  ');
  receiver.reply = () => 204;
  const [first, second] = receiver.sequences as [number, number];
  expect(await said('events', 'replay', '--since', String(first - 1))).toMatch(/^2 events are sent again/);
  await receiver.has(6);
  expect(receiver.sequences.slice(-2)).toEqual([first, second]);
  expect(await storewright(['trigger', 'meta.made'])).toMatchObject({ code: 2 });

  const { id } = (await accepted(api.get('/api/webhook_deliveries?sort=-id&page[size]=1'))).body.data[0];
  environment['WEBHOOK_SECRET'] = app.webhook_secret;
  const came = join(folder, 'body.json');
  writeFileSync(came, JSON.stringify(JSON.parse(receiver.received.at(-1)!.text), null, 1));
  const doctor = await storewright(['doctor', '--delivery', id, '--body', came]);
  expect(doctor).toEqual({
    code: 1,
    stdout:
      'ok  This machine’s clock is that of the platform.\nok  WEBHOOK_SECRET signed what the platform sent.\n!!  The body was parsed and written again: it says the same in other bytes.\n',
    stderr: '',
  });
  await receiver.stop();
});

it('follows the log until Ctrl-C', async () => {
  const api = await signedIn();
  const tail = new Listening(platform.storewright, ['events', 'tail', '--type', 'meta.created'], environment);
  await tail.says('events after sequence 0', 'stderr');
  const { body } = await accepted(
    api.post('/api/meta', newObject('meta', { resource_type: 'orders', resource_id: '1' })),
  );
  await tail.says(`  1  meta.created  ${body.data.id}\n`, 'stdout');
  expect(await tail.interrupt()).toBe(0);
});

it('two that listen each post everything; a token that is revoked meanwhile ends both in one line', async () => {
  const { token, path } = await anAccessToken(store);
  const receivers = await Promise.all([Receiver.start(), Receiver.start()]);
  const listenings = receivers.map(
    ({ url }) =>
      new Listening(platform.storewright, ['listen', '--to', url], {
        ...environment,
        STOREWRIGHT_BASE_URL: store.baseUrl,
        STOREWRIGHT_TOKEN: token,
      }),
  );
  await Promise.all(listenings.map((each) => each.says('posting events after sequence 0', 'stderr')));
  const [api] = store.apis(token) as [HttpClient];
  for (const resource_id of ['1', '2'])
    await accepted(api.post('/api/meta', newObject('meta', { resource_type: 'orders', resource_id })));
  await Promise.all(receivers.map((receiver) => receiver.has(2)));
  const [one, other] = receivers.map(({ received }) =>
    received.map(({ headers, text }) => [headers['webhook-id'], text]),
  );
  expect(one).toEqual(other);
  await accepted(store.owner.delete(path));
  for (const { ended: end, said: lines } of listenings) {
    expect(await end).toBe(1);
    expect(lines.stderr).toMatch(/\nstorewright listen: the shop API answers 401: invalid_token\. [^\n]+\n$/);
  }
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

it('comes from the platform, as the SDK does, without a registry; an app that it makes works', async () => {
  const npm = {
    npm_config_cache: join(folder, 'npm'),
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_update_notifier: 'false',
    HOME: folder,
  };
  const target = join(folder, 'Parcel labels');
  const npx = [
    'npx',
    '--yes',
    `${platform.authUrl}/downloads/storewright-cli.tgz`,
    'init',
    target,
    '--auth-url',
    platform.authUrl,
  ];
  expect(await ended(npx as [string], { environment: npm })).toMatchObject({ code: 0 });
  const installed = await ended(['npm', 'install', '--no-audit', '--no-fund'], {
    environment: npm,
    cwd: target,
  });
  expect([installed.code, installed.stdout]).toEqual([0, expect.stringContaining('added 1 package')]);
  const { packages } = JSON.parse(readFileSync(join(target, 'package-lock.json'), 'utf8'));
  const [hex] = (await accepted(platform.auth.get('/downloads/storewright-sdk.tgz.sha512'))).text.split(' ');
  const integrity = `sha512-${Buffer.from(hex!, 'hex').toString('base64')}`;
  expect(packages['node_modules/@storewright/sdk'].integrity).toBe(integrity);

  const scopes = ['orders.collection', 'orders.get', 'customers.get'];
  const app = await anApp(store, { scopes });
  const { nonce } = await aGrant(store, app);
  const settings = { AUTH_URL: platform.authUrl, WEBHOOK_SECRET: app.webhook_secret, PORT: '0' };
  const running = new Listening(join(target, 'app.js'), [], settings, target);
  await running.says('\n', 'stdout');
  const address = running.said.stdout.trim();
  const ask = (path: string) => fetch(address + path);
  expect(await (await ask(`/install?nonce=${nonce}`)).text()).toBe('Installed in A shop.');
  expect(await (await ask('/')).text()).toBe('No orders to send.');
  const unsigned = await fetch(`${address}/webhooks`, { method: 'POST', body: '{}' });
  expect(unsigned.status).toBe(401);
  await running.interrupt();
});

/** Each command that docs/cli.md shows in a shell, in its order; but for the one that goes on until Ctrl-C, and signing out at the end. */
function shownCommands(): string[] {
  const page = readFileSync(join(__dirname, '../../../docs/cli.md'), 'utf8');
  const lines = [...page.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, code]) => code!.split('\n'));
  const commands = lines.filter((line) => line.startsWith('storewright ') && !/ events tail /.test(line));
  return [
    ...commands.filter((line) => !/ logout/.test(line)),
    ...commands.filter((line) => / logout/.test(line)),
  ];
}

it('what docs/cli.md shows runs as it is written', async () => {
  const { token } = await anAccessToken(store);
  const [api] = store.apis(token) as [HttpClient];
  const receiver = await Receiver.start();
  const { installation } = await anInstallation(platform, store, {
    scopes: ['meta.get', 'orders.get'],
    webhook_url: receiver.url,
    webhook_events: ['meta.updated', 'orders.created'],
  });
  const order = { line_items: [{ title: 'Mug', price_amount: 1_500, quantity: 1 }], currency_code: 'EUR' };
  await accepted(api.post('/api/orders', newObject('orders', order)));
  await receiver.has(1);
  const meta = await accepted(
    api.post('/api/meta', newObject('meta', { resource_type: 'orders', resource_id: '1' })),
  );
  const delivered = await accepted(api.get('/api/webhook_deliveries?page[size]=1'));
  writeFileSync(join(folder, 'body.txt'), receiver.received[0]!.text);
  const given = { AUTH_URL: platform.authUrl, BASE_URL: store.baseUrl, META_ID: meta.body.data.id as string };
  const ids = { INSTALLATION_ID: installation, DELIVERY_ID: delivered.body.data[0].id as string };
  const shell = `storewright() { "${process.execPath}" "${platform.storewright}" "$@"; }`;
  const seen: [string, number | null][] = [];
  for (const line of shownCommands()) {
    const here = line
      .replace('http://localhost:4000/webhooks', receiver.url)
      .replace('41 --until 60', '0 --until 5');
    const input = line.includes('--auth-url') ? `${owner.email}\n${owner.password}\n` : `${token}\n`;
    const options = { environment: { ...environment, ...given, ...ids }, input, cwd: folder };
    const { code } = await ended(['sh', '-c', `${shell}; ${here}`], options);
    seen.push([line, code]);
  }
  // This receiver takes anything, and knows no secret.
  const unwell = (line: string) => line.startsWith('storewright doctor');
  expect(seen.length).toBeGreaterThan(14);
  expect(seen).toEqual(seen.map(([line]) => [line, unwell(line) ? 1 : 0]));
  await receiver.stop();
});
