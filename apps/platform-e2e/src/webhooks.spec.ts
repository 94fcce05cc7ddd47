import { type HttpClient, Receiver, testDatabase, type TestDatabase } from '@storewright/testing';
import { Webhook } from 'standardwebhooks';
import { untilInForce } from './platform/in-force';
import { Listening } from './platform/listening';
import { Platform } from './platform/platform';
import { accepted, anInstallation, aStore, newObject, type Store } from './platform/store';

let database: TestDatabase;
let platform: Platform;
let store: Store;
const receivers: Receiver[] = [];
const listenings: Listening[] = [];

beforeAll(async () => {
  database = await testDatabase();
  platform = await Platform.start(database);
  await platform.startWorker();
});
beforeEach(async () => {
  store = await aStore(platform);
});
afterEach(async () => {
  await Promise.all(listenings.splice(0).map((listening) => listening.interrupt()));
  await Promise.all(receivers.splice(0).map((receiver) => receiver.stop()));
});
afterAll(async () => {
  await platform.stop();
  await database.drop();
});

async function aReceiver(): Promise<Receiver> {
  const receiver = await Receiver.start();
  receivers.push(receiver);
  return receiver;
}

/** Installs an app that receives all events of meta objects. */
async function aHearingApp(receiver: Receiver) {
  const installed = await anInstallation(platform, store, {
    scopes: ['meta.collection', 'meta.get', 'meta.post', 'meta.patch', 'meta.delete', 'events.collection'],
    webhook_url: receiver.url,
    webhook_events: ['meta.created', 'meta.updated', 'meta.deleted', 'installations.uninstalled'],
  });
  const [api] = store.apis(installed.token) as [HttpClient];
  return { ...installed, api };
}

async function aMeta(api: HttpClient, data: object = {}): Promise<string> {
  const attributes = { resource_type: 'orders', resource_id: '1001', data };
  return (await accepted(api.post('/api/meta', newObject('meta', attributes)))).body.data.id as string;
}

function listen(token: string, secret: string, ...words: string[]): Listening {
  const listening = new Listening(platform.storewright, ['listen', ...words], {
    STOREWRIGHT_BASE_URL: store.baseUrl,
    STOREWRIGHT_TOKEN: token,
    WEBHOOK_SECRET: secret,
  });
  listenings.push(listening);
  return listening;
}

it('storewright listen posts the same bytes as the webhook worker, and prints the last sequence number', async () => {
  const [delivered, local] = [await aReceiver(), await aReceiver()];
  const { api, app, token } = await aHearingApp(delivered);
  await aMeta(api);
  await delivered.has(1);
  const listening = listen(token, app.webhook_secret, '--to', local.url);
  await listening.says('posting events after sequence 2 ', 'stderr');
  const id = await aMeta(api, { 10: 'ü\r\n', 2: 1e-7, ['__proto__']: [{ a: null }], a: '"}],' });
  const change = newObject('meta', { data: { a: null, b: 'new' } }, id);
  await accepted(api.patch(`/api/meta/${id}`, change));
  await accepted(api.delete(`/api/meta/${id}`));
  await Promise.all([delivered.has(4), local.has(3)]);
  await listening.says('meta.deleted', 'stdout');

  expect(local.received.map(({ text }) => text)).toEqual(delivered.received.slice(1).map(({ text }) => text));
  for (const [at, { text, headers, body }] of local.received.entries()) {
    const { headers: others } = delivered.received[at + 1]!;
    for (const name of ['webhook-id', 'content-type', 'user-agent', 'content-length'])
      expect([name, headers[name]]).toEqual([name, others[name]]);
    expect(new Webhook(app.webhook_secret).verify(text, headers as Record<string, string>)).toEqual(body);
  }
  expect(await listening.interrupt()).toBe(0);
  const lines = listening.said.stdout.trim().split('\n');
  expect(lines.map((line) => line.split('  ').slice(1, 5))).toEqual([
    ['3', 'meta.created', id, '204'],
    ['4', 'meta.updated', id, '204'],
    ['5', 'meta.deleted', id, '204'],
  ]);
  expect(listening.said.stderr).toMatch(/ended; the last sequence is 5: --since 5 continues after it\n$/);
  for (const secret of [token, app.webhook_secret])
    expect(listening.said.stdout + listening.said.stderr).not.toContain(secret);
});

it('storewright listen reports an error in one line and sets the exit code', async () => {
  const local = await aReceiver();
  const { app, token } = await aHearingApp(local);
  const ends = async (listening: Listening) => [await listening.ended, listening.said.stderr] as const;
  await accepted(store.owner.delete(`/api/apps/${app.id}`));
  const revoked = listen(token, app.webhook_secret, '--to', local.url);
  const elsewhere = listen(token, app.webhook_secret, '--to', 'https://app.example/webhooks');
  const help = listen('', '', '--help');
  expect(await ends(revoked)).toEqual([
    1,
    expect.stringMatching(/^storewright listen: the shop API returned status 401: invalid_token\. [^\n]+\n$/),
  ]);
  expect(await ends(elsewhere)).toEqual([
    2,
    expect.stringMatching(/^storewright listen: the URL of --to must be on this machine[^\n]+\n$/),
  ]);
  expect(await ends(help)).toEqual([0, '']);
  expect(help.said.stdout).toContain('STOREWRIGHT_TOKEN');
});

it('uninstalling an app stops its webhooks immediately, except installations.uninstalled', async () => {
  const receiver = await aReceiver();
  const { api, installation } = await aHearingApp(receiver);
  const answers: (() => void)[] = [];
  receiver.later = (answer) => answers.push(answer);
  receiver.reply = ({ body }) => (body.sequence === 2 ? 'never' : 204);
  for (let at = 0; at < 20; at += 1) await aMeta(api);
  await receiver.has(1);
  const uninstall = () => accepted(store.owner.delete(`${store.path}/installations/${installation}`));
  await untilInForce([api], uninstall, { to: 401 });
  answers[0]!();
  await receiver.has(2);
  expect(receiver.received.map(({ body }) => body.type)).toEqual([
    'meta.created',
    'installations.uninstalled',
  ]);
});
