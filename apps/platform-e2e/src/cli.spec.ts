import { execFileSync } from 'node:child_process';
import { hash, randomUUID } from 'node:crypto';
import {
  appendFileSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import {
  aPng,
  freePort,
  type HttpClient,
  Receiver,
  testDatabase,
  type TestDatabase,
  until,
} from '@storewright/testing';
import { TOTP } from 'otpauth';
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
  exchanged,
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
  platform = await Platform.start(database, {
    addressed: true,
    environment: { MAX_TEST_SHOPS_PER_PERSON: '10' },
  });
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

/** Signs the environment in to the shop with an access token of its owner. */
async function signedIn(): Promise<HttpClient> {
  const { token } = await anAccessToken(store);
  expect(await storewright(['login', '--base-url', store.baseUrl], `${token}\n`)).toMatchObject({ code: 0 });
  return store.apis(token)[0]!;
}

/** Signs the environment in to the auth API only, as the owner of the shop. */
async function signedInDeveloper(): Promise<void> {
  const words = ['login', '--auth-url', platform.authUrl, '--email', owner.email];
  expect(await storewright(words, `${owner.password}\n`)).toMatchObject({ code: 0 });
}

/** Makes every sign-in too old to create credentials. */
const agedSessions = () =>
  database.query("UPDATE auth.sessions SET authenticated_at = now() - interval '11 minutes'");

const anAppOf = (name: string, scopes = 'meta.get,orders.get') => {
  const words = ['--install-url', 'https://labels.example/install', '--scopes', scopes];
  return ['apps', 'create', '--name', name, ...words];
};

/** A person with an authenticator app and recovery codes. */
async function withSecondFactor() {
  const person = { email: `${randomUUID()}@example.test`, password: owner.password };
  await platform.addPerson(person.email);
  const { owner: api } = await aStore(platform, person);
  const { body } = await accepted(api.post('/api/totp_devices', ''));
  const code = new TOTP({ secret: body.meta.secret as string }).generate();
  const id = body.data.id as string;
  const confirmed = await accepted(
    api.patch(`/api/totp_devices/${id}`, newObject('totp_devices', { code }, id)),
  );
  return { person, codes: confirmed.body.meta.recovery_codes as string[] };
}

/** Returns the files of the program that are loaded at its start, without those that a command imports on demand. */
function filesLoadedAtStart(): Set<string> {
  const files = new Set(['main.js']);
  for (const file of files) {
    const text = readFileSync(join(dirname(platform.storewright), file), 'utf8');
    for (const [, required] of text.matchAll(/(?<!=>)require\(.\.\/([\w-]+\.js).\)/g)) files.add(required!);
  }
  return files;
}

it('the storewright command starts without loading the code of "storewright listen"', async () => {
  const files = filesLoadedAtStart();
  for (const file of files) copyFileSync(join(dirname(platform.storewright), file), join(folder, file));
  const bytes = [...files].reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(bytes).toBeLessThan(90_000);
  const run = (...words: string[]) =>
    ended([process.execPath, join(folder, 'main.js'), ...words], { environment });
  const all = [run('--version'), run('--help'), run('meta', 'get'), run('frobnicate')];
  expect((await Promise.all(all)).map(({ code }) => code)).toEqual([0, 0, 2, 2]);
  expect((await all[3]!).stderr).toMatch(/\n\nstorewright: unknown command "frobnicate"\.\n$/);
});

it('storewright login stores session and token in a file that only the user can read', async () => {
  const app = await anApp(store, { scopes: ['meta.get'], webhook_url: 'https://labels.example/hooks' });
  const words = ['login', '--auth-url', platform.authUrl, '--base-url', store.baseUrl];
  words.push('--email', owner.email);
  const wrong = await storewright(words, 'wrong\n');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringMatching(/401 invalid_credentials/)]);
  const { code, stdout, stderr } = await storewright(words, `${owner.password}\n`);
  expect([code, stdout]).toEqual([0, '']);
  const file = join(folder, 'storewright/credentials.json');
  expect(stderr).toBe(`signed in; stored in ${file}, which only you can read\n`);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(file, 'utf8')).not.toContain(owner.password);
  expect(await said('apps', 'list')).toContain(`${app.id}  Labels  https://labels.example/hooks\n`);
  expect(JSON.parse(await said('api', 'get', '/api/shops')).data[0].attributes.domain).toBe(store.domain);
  await said('logout');
  expect(await storewright(['apps', 'list'])).toMatchObject({ code: 2 });
});

it('a browser sign-in is renewed, can create secrets after confirmation, and ends on storewright logout', async () => {
  const app = await anApp(store, { scopes: ['meta.get'] });
  const given = { AUTH_URL: platform.authUrl, BASE_URL: store.baseUrl };
  const line = 'storewright login --auth-url $AUTH_URL --base-url $BASE_URL';
  expect(await signedInByBrowser(line, given)).toBe(0);
  const rotating = new Listening(platform.storewright, ['apps', 'secrets', 'rotate', app.id], environment);
  const shown = await confirmed(rotating, 'confirm the command');
  expect(shown.attributes).toMatchObject({
    ...{ purpose: 'confirmation', command: `storewright apps secrets rotate ${app.id}` },
  });
  expect([await rotating.ended, rotating.said.stdout]).toEqual([
    0,
    expect.stringMatching(/^APP_SECRET=swk_/),
  ]);
  expect(await storewright(anAppOf('Invoices'))).toMatchObject({ code: 0 });

  await database.query("UPDATE auth.sessions SET token_expires_at = now() WHERE kind = 'device'");
  const both = await Promise.all([storewright(['apps', 'list']), storewright(['apps', 'list'])]);
  for (const { code, stdout } of both) expect([code, stdout]).toEqual([0, expect.stringContaining(app.id)]);
  const devices = async () => {
    const { body } = await accepted(store.owner.get('/api/sessions?page[size]=100'));
    return (body.data as { attributes: { kind: string } }[]).filter(
      ({ attributes }) => attributes.kind === 'device',
    );
  };
  expect(await devices()).toHaveLength(1);
  await database.query("UPDATE auth.sessions SET token_expires_at = now() WHERE kind = 'device'");
  await said('logout');
  expect(await devices()).toEqual([]);
});

it('storewright login asks a person with two-factor authentication for a one-time code', async () => {
  const { person, codes } = await withSecondFactor();
  const words = ['login', '--auth-url', platform.authUrl, '--email', person.email];
  const without = await storewright(words, `${person.password}\n`);
  expect([without.code, without.stderr]).toEqual([1, expect.stringMatching(/403 second_factor_required/)]);
  expect(await storewright(['apps', 'list'])).toMatchObject({ code: 2 });
  const signIn = await storewright(words, `${person.password}\n${codes[0]}\n`);
  expect([signIn.code, signIn.stdout]).toEqual([0, '']);
  const registered = await storewright(anAppOf('Labels'));
  expect(registered).toMatchObject({ code: 0 });

  await agedSessions();
  const asked = await storewright(anAppOf('Invoices'), `${person.password}\n${codes[1]}\n`);
  expect([asked.code, asked.stdout]).toEqual([0, expect.stringMatching(/^APP_ID=/)]);
});

it('storewright apps create prints the secrets of the app once, in the format of an environment file', async () => {
  await signedInDeveloper();
  const hook = ['--webhook-url', 'https://labels.example/hooks', '--webhook-events', 'meta.created'];
  const { code, stdout, stderr } = await storewright([...anAppOf('Labels'), ...hook]);
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^APP_ID=[0-9a-f-]{36}\nAPP_SECRET=swk_\w+\nWEBHOOK_SECRET=whsec_[\w+/]+=*\n$/),
  ]);
  expect(stderr).toBe('registered; the secrets are shown only once\n');
  const [, id] = /^APP_ID=(.*)\n/.exec(stdout)!;
  const { data } = JSON.parse(await said('api', 'get', `/api/apps/${id}`, '--auth'));
  expect(data.attributes).toMatchObject({
    ...{ name: 'Labels', install_url: 'https://labels.example/install', scopes: ['meta.get', 'orders.get'] },
    ...{ webhook_url: 'https://labels.example/hooks', webhook_events: ['meta.created'] },
  });
  const wrong = await storewright(anAppOf('Labels', 'orders.get,orders.eat'));
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toMatch(/422 invalid_attribute at \/data\/attributes\/scopes\/1: .*"orders\.eat"/);
  expect(await storewright(['apps', 'create', '--name', 'Labels'])).toMatchObject({ code: 2 });
});

it('storewright apps creates, changes, reads and deletes an app with the file storewright.app.json', async () => {
  await signedInDeveloper();
  const [config, env] = [join(folder, 'app.json'), join(folder, '.env')];
  const fields = { name: 'Labels', install_url: 'https://labels.example/install', scopes: ['meta.get'] };
  const write = (content: object) => writeFileSync(config, JSON.stringify(content, null, 4));
  const deploy = (...words: string[]) => storewright(['apps', 'deploy', '--config', config, ...words]);
  write(fields);
  writeFileSync(env, 'PORT=4000\nAPP_SECRET=old\n', { mode: 0o644 });
  const unconfirmed = await deploy('--env', env);
  expect([unconfirmed.code, unconfirmed.stdout]).toEqual([
    2,
    '+ name: "Labels"\n+ install_url: "https://labels.example/install"\n+ scopes: meta.get\n',
  ]);
  const registered = await deploy('--yes', '--env', env);
  expect(registered).toMatchObject({ code: 0, stdout: unconfirmed.stdout });
  const { app_id, ...kept } = JSON.parse(readFileSync(config, 'utf8')) as { app_id: string };
  expect(kept).toEqual(fields);
  expect(readFileSync(env, 'utf8')).toMatch(
    new RegExp(`^PORT=4000\nAPP_SECRET=swk_\\w+\nAPP_ID=${app_id}\nWEBHOOK_SECRET=whsec_\\S+\n$`),
  );
  expect(statSync(env).mode & 0o777).toBe(0o600);
  expect(await deploy()).toMatchObject({
    code: 0,
    stdout: '',
    stderr: expect.stringContaining('nothing to change'),
  });

  await aGrant(store, { id: app_id, secret: '', webhook_secret: '' });
  write({ ...fields, app_id, scopes: ['orders.gett'] });
  const misspelled = await deploy('--yes');
  expect([misspelled.code, misspelled.stderr]).toEqual([
    1,
    expect.stringMatching(/ Did you mean "orders\.get"\?\n$/),
  ]);
  write({ ...fields, app_id, scopes: ['orders.get'], require_secret: true });
  const shown = await deploy('--dry-run');
  expect(shown).toEqual({
    code: 0,
    stdout: '- scopes: meta.get\n+ scopes: orders.get\n- require_secret: false\n+ require_secret: true\n',
    stderr:
      `changes of Labels (${app_id}):\nthe owners of 1 shop must grant the added scopes:\n` +
      `  ${store.domain}: orders.get\n`,
  });
  expect(await deploy('--yes')).toMatchObject({ code: 0, stderr: expect.stringContaining('changed Labels') });

  await said('apps', 'update', app_id, '--webhook-events', 'meta.created', '--description', 'Prints labels');
  const pulled = await storewright(['apps', 'pull', '--config', config]);
  expect(pulled).toMatchObject({ code: 0, stderr: `wrote webhook_events, description to ${config}\n` });
  expect(JSON.parse(readFileSync(config, 'utf8'))).toMatchObject({
    ...{ app_id, scopes: ['orders.get'], require_secret: true },
    ...{ webhook_events: ['meta.created'], description: 'Prints labels' },
  });
  expect(await deploy()).toMatchObject({ code: 0, stdout: '' });

  const asked = await storewright(['apps', 'delete', app_id]);
  expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining('Labels is installed in 1 shop. ')]);
  expect(await storewright(['apps', 'delete', app_id, '--yes'])).toMatchObject({ code: 0 });
  expect(await said('apps', 'list')).not.toContain(app_id);
});

it('storewright asks for the password if the sign-in is too old and the terminal is interactive', async () => {
  const app = await anApp(store, { scopes: ['meta.get'] });
  await signedInDeveloper();
  const rotate = ['apps', 'secrets', 'rotate', app.id];
  await agedSessions();
  const alone = await storewright(rotate);
  expect([alone.code, alone.stdout]).toEqual([1, '']);
  expect(alone.stderr).toContain(
    `sign in again and repeat the command within ten minutes: storewright login --auth-url ${platform.authUrl}\n`,
  );
  const wrong = await storewright(rotate, 'wrong\n');
  expect([wrong.code, wrong.stdout]).toEqual([1, '']);
  expect(wrong.stderr).toMatch(/ at \/data\/attributes\/password: /);
  const { code, stdout, stderr } = await storewright(rotate, `${owner.password}\n`);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^APP_SECRET=swk_\w+\n$/)]);
  expect(stderr).toMatch(/this secret is shown only once; the previous one is valid until \S+\n$/);
  expect([alone, wrong, { stderr }].some((each) => each.stderr.includes(owner.password))).toBe(false);
  expect(await said('apps', 'secrets', 'rotate', app.id, 'webhook')).toMatch(/^WEBHOOK_SECRET=whsec_/);
  const lines = (await said('apps', 'secrets', 'list', app.id)).split('\n');
  expect(lines.map((line) => line.replaceAll(/\d{4}-[\d-]+T\S+/g, '…')).sort()).toEqual([
    ...['', 'client  1  since …  until …', 'client  2  since …  current'],
    ...['webhook  1  since …  until …', 'webhook  2  since …  current'],
  ]);
  expect(await storewright(['apps', 'secrets', 'rotate', app.id, 'all'])).toMatchObject({ code: 2 });
});

it('storewright uploads and removes the icon of an app', async () => {
  const app = await anApp(store, { scopes: ['meta.get'] });
  await signedInDeveloper();
  const file = join(folder, 'icon.PNG');
  writeFileSync(file, aPng());
  const { pathname } = new URL((await said('apps', 'icon', app.id, file)).trim());
  const address = `${platform.authUrl}${pathname}`;
  const { status, headers } = await fetch(address);
  expect([status, headers.get('content-type')]).toEqual([200, 'image/png']);
  writeFileSync(file, aPng(256, 128));
  const refused = await storewright(['apps', 'icon', app.id, file]);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/422 invalid_icon: .*256 × 128/)]);
  expect(await storewright(['apps', 'icon', app.id, '--remove'])).toMatchObject({ code: 0, stdout: '' });
  expect((await fetch(address)).status).toBe(404);
  for (const words of [[], [join(folder, 'icon.svg')], [join(folder, 'none.png')], [file, '--remove']])
    expect(await storewright(['apps', 'icon', app.id, ...words])).toMatchObject({ code: 2 });
});

it('storewright changes the scopes of an app, and lists the shops whose owners must consent again', async () => {
  const { app } = await anInstallation(platform, store, { scopes: ['meta.get', 'meta.post'] });
  await signedInDeveloper();
  const shown = await storewright(['apps', 'scopes', app.id]);
  expect(shown).toEqual({ code: 0, stdout: 'meta.get\nmeta.post\n', stderr: '' });
  const changed = await storewright(['apps', 'scopes', app.id, '--set', 'meta.get, orders.get']);
  expect([changed.code, changed.stdout]).toEqual([0, 'meta.get\norders.get\n']);
  expect(changed.stderr).toBe(
    `${store.domain} has not granted orders.get; keeps meta.post until its owner consents again\n`,
  );
  await aGrant(store, app);
  expect(await storewright(['apps', 'scopes', app.id])).toMatchObject({ code: 0, stderr: '' });
  const optional = await storewright(['apps', 'scopes', app.id, '--set-optional', 'meta.post']);
  expect(optional).toEqual({ code: 0, stdout: 'meta.get\norders.get\nmeta.post  optional\n', stderr: '' });
  expect(await storewright(['apps', 'scopes', store.id])).toMatchObject({ code: 1 });
});

it("storewright prints an app's requests with their responses, and prints new requests until Ctrl-C", async () => {
  const { app, token } = await anInstallation(platform, store, { scopes: ['meta.get'] });
  const api = store.apis(token)[0]!;
  await signedInDeveloper();
  const following = new Listening(
    platform.storewright,
    ['logs', '--app', app.id, '--follow', '--status', '4xx'],
    environment,
  );
  await api.get('/api/meta/none', { headers: { 'x-request-id': 'first-of-all' } });
  await following.says('  first-of-all\n', 'stdout');
  await api.get('/api/shops/none', { headers: { 'x-request-id': 'after-it' } });
  await following.says('  after-it\n', 'stdout');
  await api.delete('/api/order/1001', { headers: { 'x-request-id': 'no-route' } });
  await following.says('  no-route\n', 'stdout');
  await api.delete('/api/shops', { headers: { 'x-request-id': 'no-method' } });
  await following.says('  no-method\n', 'stdout');
  expect(await following.interrupt()).toBe(0);
  expect(following.said.stdout.replaceAll(/^\S+|\d+ ms/gm, '…')).toBe(
    `…  404  GET /api/meta/{id}  …  ${store.domain}  first-of-all\n` +
      `…  403  GET /api/shops/{id}  …  ${store.domain}  after-it\n` +
      `…  404  DELETE /api/order/{id}  …  ${store.domain}  no-route\n` +
      `…  405  DELETE /api/shops  …  ${store.domain}  no-method\n`,
  );
  expect(await said('logs', '--app', app.id, '--status', '5xx')).toBe('');
  expect(await said('logs', '--app', app.id, '--request', 'after-it', '--json')).toMatch(
    /^\{.*"status":403.*\}\n$/,
  );
  expect(await storewright(['logs', '--app', store.id])).toMatchObject({ code: 1 });
});

it('storewright install opens the grant screen of a shop and waits until the app has exchanged the nonce', async () => {
  const app = await anApp(store, { scopes: ['meta.get'] });
  await signedInDeveloper();
  const words = ['install', app.id, '--shop', store.domain];
  const address = `http://${store.domain}.localhost:3002/admin/oauth/${app.id}\n`;
  expect(await storewright([...words, '--no-wait'])).toEqual({ code: 0, stdout: address, stderr: '' });

  const installing = new Listening(platform.storewright, words, environment);
  await installing.says('waiting (Ctrl-C stops)\n', 'stderr');
  const grant = await aGrant(store, app);
  await installing.says(
    'the app must now exchange the nonce that was sent to https://labels.example/install',
    'stderr',
  );
  await exchanged(platform, grant);
  expect(await installing.ended).toBe(0);
  expect(installing.said).toEqual({
    stdout: address,
    stderr: expect.stringContaining(`installed in ${store.domain} as ${grant.installation}; `),
  });

  const again = await storewright(words);
  expect(again).toEqual({
    code: 0,
    stdout: address,
    stderr: expect.stringContaining(' already has the app '),
  });
  expect(await storewright(['install', app.id, '--shop', 'no-such-shop'])).toMatchObject({
    code: 2,
    stdout: '',
  });
  expect(await storewright(['install', store.id, '--shop', store.domain])).toMatchObject({
    code: 1,
    stdout: '',
  });
});

it('storewright install stops waiting for the installation on Ctrl-C', async () => {
  const app = await anApp(store, { scopes: ['meta.get'] });
  await signedInDeveloper();
  const installing = new Listening(
    platform.storewright,
    ['install', app.id, '--shop', store.domain],
    environment,
  );
  await installing.says('waiting (Ctrl-C stops)\n', 'stderr');
  expect(await installing.interrupt()).toBe(0);
});

it('storewright reports an ended session and prints the command for a new sign-in', async () => {
  await signedInDeveloper();
  await said('api', 'delete', '/api/sessions/current', '--auth');
  const { code, stderr } = await storewright(['apps', 'list']);
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(`sign in again: storewright login --auth-url ${platform.authUrl}\n`),
  ]);
});

it('storewright login rejects an access token that the shop does not know, and stores nothing', async () => {
  const { token } = await anAccessToken(await aStore(platform));
  const refused = await storewright(['login', '--base-url', store.baseUrl], `${token}\n`);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringMatching(/401 invalid_token/)]);
  expect(refused.stderr).not.toContain(token);
  expect(await storewright(['api', 'get', '/api/shops'])).toMatchObject({ code: 2 });
});

it('storewright api sends a request and prints the errors of the API', async () => {
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

it('storewright meta writes, reads and searches the metadata of a resource', async () => {
  await signedIn();
  await said('meta', 'set', 'orders', '1001', 'colour=blue', 'priority:=7', 'note=a=b');
  await said('meta', 'set', 'orders', '1001', 'colour:=null');
  expect(JSON.parse(await said('meta', 'get', 'orders', '1001'))).toEqual({ priority: 7, note: 'a=b' });
  expect(await said('meta', 'get', 'orders', '1002')).toBe('null\n');
  const found = await said('meta', 'search', 'priority', '>=', '7', '--type', 'orders');
  expect(JSON.parse(found)).toMatchObject({ resource_id: '1001', data: { priority: 7 } });
  expect(await said('meta', 'search', 'priority', '=', 'seven')).toBe('');
});

it('storewright sends test webhooks, replays events and prints their deliveries', async () => {
  const api = await signedIn();
  const receiver = await Receiver.start();
  const { app } = await anInstallation(platform, store, {
    scopes: ['meta.get'],
    webhook_url: receiver.url,
    webhook_events: ['meta.created'],
  });
  // A shop without metadata has no object to send, so the event contains the example of its type.
  expect(await said('trigger', 'meta.created')).toContain('  delivered  204  ');
  expect(receiver.received.splice(0)[0]!.body).toMatchObject({ sequence: null, data: { type: 'meta' } });
  // The log gets the event of an installation after the installation. The event must not become the newest one.
  await until(
    'the log contains the installation',
    async () => (await api.get('/api/events')).body.data.length > 0,
  );
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
  const pastTheEnd = ['events', 'replay', '--since', String(second - 1), '--until', '999999999'];
  expect(await said(...pastTheEnd)).toMatch(new RegExp(`^1 events are sent again, up to sequence ${second}`));
  await receiver.has(7);
  expect(await storewright(['trigger', 'meta.made'])).toMatchObject({ code: 2 });

  receiver.reply = () => 500;
  const refused = receiver.received.length;
  await make();
  await receiver.has(refused + 1);
  const skip = () => storewright(['events', 'skip']);
  // The API records the attempt shortly after it arrived.
  const early = await until('the API knows the attempt', async () => {
    const answer = await skip();
    return answer.code === 1 && answer;
  });
  expect(early.stderr).toContain('illegal_transition');
  // Two more failed attempts, without the half minute that they take.
  await database.query(
    `UPDATE shop.webhook_deliveries SET attempts = 3 WHERE status = 'retrying' AND shop_id = $1`,
    [store.id],
  );
  const poison = receiver.sequences.at(-1)!;
  expect(await skip()).toEqual({
    code: 0,
    stdout:
      `skipped sequence ${poison} meta.created; ` +
      `send it with: events replay --since ${poison - 1} --until ${poison}\n`,
    stderr: '',
  });
  expect(await skip()).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('nothing to skip') as string,
  });
  receiver.reply = () => 204;
  await make();
  await until('the next event arrives', async () => receiver.sequences.at(-1)! > poison);

  // With several apps the developer must name one.
  const { app: silent } = await anInstallation(platform, store, { scopes: ['meta.get'] });
  const which = await storewright(['trigger', 'meta.created']);
  expect([which.code, which.stderr]).toEqual([
    2,
    expect.stringMatching(/2 apps are installed: name one with --app/),
  ]);
  await signedInDeveloper();
  expect(await said('trigger', 'meta.created', '--app', app.id)).toContain('  delivered  204  ');

  // An app without a webhook gets a hint how to receive the event.
  const hint = expect.stringContaining('storewright apps update <app> --webhook-url') as string;
  const trigger = ['trigger', 'meta.created', '--app', silent.id];
  expect(await storewright(trigger)).toMatchObject({ code: 1, stderr: hint });
  await said('apps', 'update', silent.id, '--webhook-events', 'meta.created');
  expect(await storewright(trigger)).toMatchObject({ code: 1, stderr: hint });

  const { id } = (await accepted(api.get('/api/webhook_deliveries?sort=-id&page[size]=1'))).body.data[0];
  environment['WEBHOOK_SECRET'] = app.webhook_secret;
  const came = join(folder, 'body.json');
  writeFileSync(came, JSON.stringify(JSON.parse(receiver.received.at(-1)!.text), null, 1));
  const doctor = await storewright(['doctor', '--delivery', id, '--body', came]);
  expect(doctor).toEqual({
    code: 1,
    stdout:
      'ok  The clock of this machine matches the clock of the platform.\n' +
      'ok  WEBHOOK_SECRET signed the message of the platform.\n' +
      '!!  The received body was parsed and serialized again: same content, different bytes.\n',
    stderr: '',
  });
  await receiver.stop();
});

it('storewright events tail follows the event log until Ctrl-C', async () => {
  const api = await signedIn();
  const tail = new Listening(platform.storewright, ['events', 'tail', '--type', 'meta.created'], environment);
  await tail.says('events after sequence 0', 'stderr');
  const { body } = await accepted(
    api.post('/api/meta', newObject('meta', { resource_type: 'orders', resource_id: '1' })),
  );
  await tail.says(`  1  meta.created  ${body.data.id}\n`, 'stdout');
  expect(await tail.interrupt()).toBe(0);
});

it('storewright events tail exits with code 0 when the reader of its output closes the pipe', async () => {
  const api = await signedIn();
  const make = () =>
    accepted(api.post('/api/meta', newObject('meta', { resource_type: 'orders', resource_id: '1' })));
  let isOver = false;
  const command = `'${process.execPath}' '${platform.storewright}' events tail --since 0 --json | head -1`;
  const tail = ended(['/bin/bash', '--norc', '-c', `set -o pipefail; ${command}`], { environment });
  void tail.finally(() => (isOver = true));
  while (!isOver) await make();
  const { code, stdout, stderr } = await tail;
  expect([code, stdout.trim().split('\n').length]).toEqual([0, 1]);
  expect(stderr).toBe('events after sequence 0; Ctrl-C stops\n');
});

it('two processes of storewright listen each post every event, and exit when the token is revoked', async () => {
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
    expect(lines.stderr).toMatch(
      /\nstorewright listen: the shop API returned status 401: invalid_token\. [^\n]+\n$/,
    );
  }
  await Promise.all(receivers.map((receiver) => receiver.stop()));
});

/** Settings of npm without a registry. */
const withoutRegistry = () => ({
  npm_config_cache: join(folder, 'npm'),
  npm_config_registry: 'http://127.0.0.1:9',
  npm_config_update_notifier: 'false',
  HOME: folder,
});

/**
 * Installs the SDK from the platform, and links the compiler of the repository, which npm would install from the
 * registry.
 */
async function installPackages(target: string, npm: Record<string, string>): Promise<void> {
  const file = join(target, 'package.json');
  const { devDependencies, ...manifest } = JSON.parse(readFileSync(file, 'utf8'));
  expect(Object.keys(devDependencies)).toEqual(['@types/node', 'typescript']);
  writeFileSync(file, JSON.stringify(manifest));
  const words: [string, ...string[]] = ['npm', 'install', '--no-audit', '--no-fund'];
  const installed = await ended(words, { environment: npm, cwd: target });
  expect([installed.code, installed.stdout]).toEqual([0, expect.stringContaining('added 1 package')]);
  mkdirSync(join(target, 'node_modules/@types'));
  for (const name of ['@types/node', 'undici-types', 'typescript'])
    symlinkSync(join(__dirname, '../../../node_modules', name), join(target, 'node_modules', name));
}

it('the CLI and the SDK can be installed from the platform without an npm registry', async () => {
  const target = join(folder, 'Parcel labels');
  const program = `${platform.authUrl}/downloads/storewright-cli.tgz`;
  const init = ['npx', '--yes', program, 'init', target, '--auth-url', platform.authUrl];
  const npm = withoutRegistry();
  expect(await ended(init as [string], { environment: npm })).toMatchObject({ code: 0 });
  await installPackages(target, npm);
  const { packages } = JSON.parse(readFileSync(join(target, 'package-lock.json'), 'utf8'));
  const [hex] = (await accepted(platform.auth.get('/downloads/storewright-sdk.tgz.sha512'))).text.split(' ');
  const integrity = `sha512-${Buffer.from(hex!, 'hex').toString('base64')}`;
  expect(packages['node_modules/@storewright/sdk'].integrity).toBe(integrity);
  await runsInTestShop(target);
  await survivesUpdates(target, { npm, integrity });
});

/** Installs the packages of a lock file after an update of the platform, and without the platform. */
async function survivesUpdates(
  target: string,
  { npm, integrity }: { npm: Record<string, string>; integrity: string },
): Promise<void> {
  const npmIn = async (...words: string[]) => {
    const command: [string, ...string[]] = ['npm', ...words, '--no-audit', '--no-fund'];
    const { code, stderr } = await ended(command, { environment: npm, cwd: target });
    expect([words, code, code === 0 ? '' : stderr]).toEqual([words, 0, '']);
    const manifest = readFileSync(join(target, 'node_modules/@storewright/sdk/package.json'), 'utf8');
    return (JSON.parse(manifest) as { version: string }).version;
  };
  const lockFile = join(target, 'package-lock.json');
  const lock = readFileSync(lockFile, 'utf8');
  const { version } = JSON.parse(lock).packages['node_modules/@storewright/sdk'] as { version: string };
  writeFileSync(lockFile, lock.replace(integrity, await anOlderSdk()));
  expect(await npmIn('ci')).toBe('0.0.1');
  await npmIn('pack', `${platform.authUrl}/downloads/storewright-sdk.tgz`);
  await npmIn('install', `./storewright-sdk-${version}.tgz`);
  expect(await npmIn('ci', '--offline')).toBe(version);
  expect(readFileSync(lockFile, 'utf8')).not.toContain(platform.authUrl);
}

/** Stores the SDK 0.0.1 as a platform that has served it. Returns the integrity of the package. */
async function anOlderSdk(): Promise<string> {
  mkdirSync(join(folder, 'older/package'), { recursive: true });
  const manifest = JSON.stringify({ name: '@storewright/sdk', version: '0.0.1' });
  writeFileSync(join(folder, 'older/package/package.json'), manifest);
  execFileSync('tar', ['-czf', 'older.tgz', 'package'], { cwd: join(folder, 'older') });
  const bytes = readFileSync(join(folder, 'older/older.tgz'));
  await database.query(
    `INSERT INTO auth.downloads (digest, name, bytes) VALUES ($1, 'storewright-sdk.tgz', $2)`,
    [hash('sha512', bytes, 'hex'), bytes],
  );
  return `sha512-${hash('sha512', bytes, 'base64')}`;
}

/** Runs `storewright dev` until the app has verified an event of the test shop and was started again. */
async function runsInTestShop(target: string): Promise<void> {
  const port = await freePort();
  for (const file of ['.env', 'storewright.app.json'].map((name) => join(target, name)))
    writeFileSync(file, readFileSync(file, 'utf8').replace('4000', String(port)));
  await signedInDeveloper();
  const dev = new Listening(platform.storewright, ['dev', target], environment);
  await dev.says('; Ctrl-C stops\n', 'stdout');
  expect(dev.said.stdout).toMatch(
    new RegExp(`\nready after \\d+ s: http://localhost:${port} runs in parcel-labels-test;`),
  );
  expect(dev.said.stdout).not.toContain('error TS');
  for (const file of ['.env', '.storewright/dev.env'])
    expect(statSync(join(target, file)).mode & 0o777).toBe(0o600);

  const { BASE_URL, ACCESS_TOKEN } = parseEnv(readFileSync(join(target, '.storewright/dev.env'), 'utf8'));
  const shop = { STOREWRIGHT_BASE_URL: BASE_URL!, STOREWRIGHT_TOKEN: ACCESS_TOKEN! };
  const set = [process.execPath, platform.storewright, 'meta', 'set', 'orders', '1001', 'colour=blue'];
  expect(await ended(set as [string], { environment: shop })).toMatchObject({ code: 0 });
  await dev.says('verified meta.created', 'stdout');
  appendFileSync(join(target, 'src/main.ts'), "console.log('new version');\n");
  await dev.says('new version', 'stdout');
  expect(await dev.interrupt()).toBe(0);
  await until('the app has ended', () =>
    fetch(`http://localhost:${port}`).then(
      () => false,
      () => true,
    ),
  );
}

/** Commands of docs/cli.md in order, without those that run until Ctrl-C, and with the sign-out at the end. */
function shownCommands(): string[] {
  const page = readFileSync(join(__dirname, '../../../docs/cli.md'), 'utf8');
  const lines = [...page.matchAll(/```sh\n([^]*?)```/g)].flatMap(([, code]) => code!.split('\n'));
  const commands = lines.filter(
    (line) => line.startsWith('storewright ') && !/ (?:events tail|dev) /.test(line),
  );
  return [
    ...commands.filter((line) => !/ logout/.test(line)),
    ...commands.filter((line) => / logout/.test(line)),
  ];
}

/** A contract with names of the current API. */
function aContract(): string {
  const orders = { operations: ['list'], reads: ['number'], filters: ['status'] };
  return JSON.stringify({ version: 1, resources: { orders }, events: ['orders.created'] });
}

/** A delivery is recorded shortly after its receiver has responded. */
function firstDelivery(api: HttpClient): Promise<{ id: string }> {
  return until('the delivery is on record', async () => {
    const { body } = await accepted(api.get('/api/webhook_deliveries?page[size]=1'));
    return (body.data as { id: string }[])[0];
  });
}

async function anOrder(api: HttpClient): Promise<void> {
  const order = { line_items: [{ title: 'Mug', price_amount: 1_500, quantity: 1 }], currency_code: 'EUR' };
  await accepted(api.post('/api/orders', newObject('orders', order)));
}

/** Redacts a customer. Returns the id of the request that the app receives. */
async function anErasure(api: HttpClient, receiver: Receiver): Promise<string> {
  const { body } = await accepted(
    api.post('/api/customers', newObject('customers', { email: 'a@example.test' })),
  );
  const id = body.data.id as string;
  await accepted(api.patch(`/api/customers/${id}`, newObject('customers', { status: 'redacted' }, id)));
  const isRequest = ({ body: sent }: { body: unknown }) =>
    (sent as { type: string }).type === 'customers.redaction_requested';
  const request = await until('the app receives the request', () =>
    Promise.resolve(receiver.received.find(isRequest)),
  );
  return request.headers['webhook-id'] as string;
}

/** Creates an event whose delivery failed three times. The receiver rejects every event. */
async function anEventRefusedThrice(api: HttpClient, receiver: Receiver): Promise<void> {
  receiver.reply = () => 500;
  await anOrder(api);
  // Two more failed attempts, without the half minute that they take.
  await until('the first attempt is on record', async () => {
    const refused = await database.query(
      `UPDATE shop.webhook_deliveries SET attempts = 3
       WHERE status = 'retrying' AND kind = 'event' AND shop_id = $1 RETURNING id`,
      [store.id],
    );
    return refused.length > 0;
  });
}

/** Allows what a command shows with a code, as its person does in the browser. */
async function confirmed(command: Listening, action: string): Promise<{ attributes: object }> {
  await command.says('; waiting (Ctrl-C stops)', 'stderr');
  const { stderr } = command.said;
  expect(stderr).toMatch(new RegExp(`open http://${store.domain}\\.\\S+/admin/device\n`));
  const [, user_code] = new RegExp(`${action} .* the code ([A-Z]{4}-[A-Z]{4});`).exec(stderr)!;
  const sent = (type: string) => store.owner.post(`/api/${type}`, newObject(type, { user_code }));
  return (await accepted(sent('allowed_devices'))).body.data as { attributes: object };
}

/** Runs a command and confirms it in the browser if necessary. */
async function signedInByBrowser(line: string, given: Record<string, string>): Promise<number | null> {
  const [, ...words] = line.replace(/ +#.*/, '').split(' ');
  const login = new Listening(
    platform.storewright,
    words.map((word) => (word.startsWith('$') ? given[word.slice(1)]! : word)),
    environment,
  );
  await confirmed(login, 'allow this device');
  return login.ended;
}

/** Two pending proposals of an app to change the title of a product. */
async function twoProposals(api: HttpClient): Promise<[string, string]> {
  const { installation, token } = await anInstallation(platform, store, { scopes: ['products.patch'] });
  const attributes = { ask_scopes: ['products.patch'] };
  const path = `${store.path}/installations/${installation}`;
  await accepted(store.owner.patch(path, newObject('installations', attributes, installation)));
  const product = await accepted(api.post('/api/products', newObject('products', { title: 'Mug' })));
  const id = product.body.data.id as string;
  const propose = async (title: string) => {
    const change = newObject('products', { title }, id);
    const answer = await until('writes of the app need approval', async () => {
      const response = await accepted(store.apis(token)[0]!.patch(`/api/products/${id}`, change));
      return response.status === 202 && response;
    });
    return answer.body.data.id as string;
  };
  return [await propose('Cup'), await propose('Bowl')];
}

it('storewright proposals lists and shows proposed writes, and approves or rejects them', async () => {
  const words = [
    'login',
    '--auth-url',
    platform.authUrl,
    '--base-url',
    store.baseUrl,
    '--email',
    owner.email,
  ];
  expect(await storewright(words, `${owner.password}\n`)).toMatchObject({ code: 0 });
  const { token } = await anAccessToken(store);
  const [first, second] = await twoProposals(store.apis(token)[0]!);
  const listed = (await said('proposals', 'list')).split('\n');
  expect(listed.slice(0, 2).map((line) => line.split('  ').slice(0, 2))).toEqual([
    [second, 'pending'],
    [first, 'pending'],
  ]);
  expect(await said('proposals', 'show', first)).toContain('title: "Mug" → "Cup"');
  const unconfirmed = await storewright(['proposals', 'approve', first]);
  expect([unconfirmed.code, unconfirmed.stderr]).toEqual([2, expect.stringContaining('with --yes')]);
  expect(await storewright(['proposals', 'approve', first, '--yes'])).toMatchObject({
    code: 0,
    stderr: `${first} is approved\n`,
  });
  // The first proposal has changed the product, so the second one conflicts with it.
  const conflict = await storewright(['proposals', 'approve', second, '--yes']);
  expect([conflict.code, conflict.stderr]).toEqual([1, expect.stringContaining('could not be applied')]);
  const [third] = await twoProposals(store.apis(token)[0]!);
  expect(await storewright(['proposals', 'reject', third, '--yes'])).toMatchObject({ code: 0 });
  expect(await said('proposals', 'list', '--status', 'declined')).toContain(third);
  expect(await storewright(['proposals', 'approve', third, '--yes'])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('illegal_transition') as string,
  });
});

it('every command in docs/cli.md runs as documented', async () => {
  const { token } = await anAccessToken(store);
  const [api] = store.apis(token) as [HttpClient];
  const receiver = await Receiver.start();
  const { app } = await anInstallation(platform, store, {
    scopes: ['meta.get', 'orders.get'],
    webhook_url: receiver.url,
    webhook_events: ['meta.updated', 'orders.created'],
  });
  await anOrder(api);
  await receiver.has(1);
  const meta = await accepted(
    api.post('/api/meta', newObject('meta', { resource_type: 'orders', resource_id: '1' })),
  );
  const { id: DELIVERY_ID } = await firstDelivery(api);
  writeFileSync(join(folder, 'body.txt'), receiver.received[0]!.text);
  writeFileSync(join(folder, 'icon.png'), aPng());
  writeFileSync(join(folder, 'storewright.contract.json'), aContract());
  const leaked = (await anAccessToken(store)).token;
  writeFileSync(join(folder, 'leaked.txt'), `TOKEN=${leaked}\n`);
  const given = { AUTH_URL: platform.authUrl, BASE_URL: store.baseUrl, META_ID: meta.body.data.id as string };
  const ids = {
    ...{ EMAIL: owner.email, PROPOSAL_ID: '', OTHER_PROPOSAL_ID: '' },
    APP_ID: app.id,
    SHOP: store.domain,
    DELIVERY_ID,
    REQUEST_ID: randomUUID(),
    WEBHOOK_ID: await anErasure(api, receiver),
  };
  const shell = `storewright() { "${process.execPath}" "${platform.storewright}" "$@"; }`;
  const seen: [string, number | null][] = [];
  for (const line of shownCommands()) {
    const here = line
      .replace('http://localhost:4000/webhooks', receiver.url)
      .replace('41 --until 60', '0 --until 5')
      // This command runs until Ctrl-C and has a test of its own.
      .replace(' --follow', '');
    const isSkip = line.startsWith('storewright events skip');
    if (isSkip) await anEventRefusedThrice(api, receiver);
    // Installs a second app, so that commands about the only app of the shop must have run.
    if (line.startsWith('storewright proposals list'))
      [ids.PROPOSAL_ID, ids.OTHER_PROPOSAL_ID] = await twoProposals(api);
    if (/ login --auth-url(?!.*--email)/.test(line)) {
      seen.push([line, await signedInByBrowser(line, given)]);
      continue;
    }
    const input = line.includes('--email') ? `${owner.password}\n` : `${token}\n`;
    const secret = line.includes('erasures confirm') ? { APP_SECRET: app.secret } : undefined;
    const options = { environment: { ...environment, ...given, ...ids, ...secret }, input, cwd: folder };
    const { code } = await ended(['sh', '-c', `${shell}; ${here}`], options);
    seen.push([line, code]);
    if (isSkip) receiver.reply = () => 204;
  }
  // `storewright doctor` must fail, because this receiver accepts everything without checking signatures.
  const unwell = (line: string) => line.startsWith('storewright doctor');
  await until('the reported token is revoked', async () => {
    const { status } = await store.apis(leaked)[0]!.get('/api/meta');
    return status === 401;
  });
  expect(seen.length).toBeGreaterThan(14);
  expect(seen).toEqual(seen.map(([line]) => [line, unwell(line) ? 1 : 0]));
  await receiver.stop();
});
