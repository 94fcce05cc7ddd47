import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Receiver, testDatabase, type TestDatabase } from '@storewright/testing';
import { Platform } from './platform/platform';
import { accepted, aGrant, anAccessToken, anApp, aStore, newObject } from './platform/store';

const root = resolve(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'storewright-guide-'));
const file = join(folder, 'guide.ts');

/**
 * All TypeScript examples of docs/sdk.md as one program. Names that the page does not declare are
 * parameters.
 */
function program(): string {
  const blocks = [...readFileSync(resolve(root, 'docs/sdk.md'), 'utf8').matchAll(/```ts\n([^]*?)```/g)].map(
    ([, code]) => code!,
  );
  const imports = /^import \{ (.*) \} from '@storewright\/sdk';\n/gm;
  const names = blocks.flatMap((code) =>
    [...code.matchAll(imports)].flatMap(([, list]) => list!.split(', ')),
  );
  return `import { ${[...new Set(names)].join(', ')} } from '@storewright/sdk';
    interface Given {
      nonce: string; authUrl: string; appId: string; appSecret: string; id: string; rawBody: string;
      lastSequence: number; lastEpoch: number; signal: AbortSignal;
      request: { headers: Record<string, string | string[] | undefined> };
    }
    export async function guide({
      nonce, authUrl, appId, appSecret, id, rawBody, request, lastSequence, lastEpoch, signal,
    }: Given): Promise<void> {
      ${blocks.map((code) => code.replace(imports, '')).join('\n')}
    }`;
}

let database: TestDatabase;
let platform: Platform;
beforeAll(async () => {
  writeFileSync(file, program());
  database = await testDatabase();
  platform = await Platform.start(database, { addressed: true });
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await platform.stop();
  await database.drop();
});

it('the TypeScript examples in docs/sdk.md compile', () => {
  const compilerOptions = {
    typeRoots: [join(root, 'node_modules/@types')],
    types: ['node'],
    noUnusedLocals: false,
  };
  const tsconfig = { extends: join(root, 'tsconfig.base.json'), compilerOptions, files: ['guide.ts'] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(tsconfig));
  const compiler = join(root, 'node_modules/typescript7/bin/tsc');
  expect(execFileSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' })).toBe('');
});

it('the TypeScript examples in docs/sdk.md run against the platform', async () => {
  const store = await aStore(platform);
  const [owner] = store.apis((await anAccessToken(store)).token);
  const customer = await accepted(
    owner!.post('/api/customers', newObject('customers', { email: 'anna@example.test' })),
  );
  const relationships = { customer: { data: { type: 'customers', id: customer.body.data.id as string } } };
  const attributes = {
    line_items: [{ title: 'Mug', price_amount: 1_500, quantity: 1 }],
    currency_code: 'EUR',
  };
  const order = { data: { type: 'orders', attributes, relationships } };
  const { body } = await accepted(owner!.post('/api/orders', order));
  await platform.startWorker();
  const receiver = await Receiver.start();
  const resources = ['orders', 'customers', 'products', 'variants', 'meta'];
  const actions = ['collection', 'get', 'post', 'patch'];
  const scopes = [
    ...resources.flatMap((type) => actions.map((action) => `${type}.${action}`)),
    'events.collection',
  ];
  const app = await anApp(store, { scopes, webhook_url: receiver.url, webhook_events: ['meta.created'] });
  const { nonce } = await aGrant(store, app);
  await accepted(owner!.post('/api/meta', newObject('meta', { resource_type: 'orders', resource_id: '1' })));
  await receiver.has(1);
  const { text: rawBody, headers } = receiver.received[0]!;

  const enough = new AbortController();
  const lines: string[] = [];
  jest.spyOn(console, 'log').mockImplementation((...said: unknown[]) => {
    lines.push(said.join(' '));
    if (said.includes('meta.created')) enough.abort();
  });
  process.env['WEBHOOK_SECRET'] = app.webhook_secret;
  const { guide } = (await import(file)) as { guide: (given: object) => Promise<void> };
  const given = {
    nonce,
    authUrl: platform.authUrl,
    ...{ appId: app.id, appSecret: app.secret },
    id: body.data.id as string,
    rawBody,
    request: { headers },
    ...{ lastSequence: 0, lastEpoch: 1 },
  };
  await guide({ ...given, signal: enough.signal });
  await receiver.stop();
  expect(lines).toEqual(
    expect.arrayContaining([expect.stringMatching(/^1001 .* anna@example\.test 0$/), 'jug']),
  );
});
