import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

const root = resolve(__dirname, '../../../..');
const folder = mkdtempSync(join(tmpdir(), 'storewright-sdk-'));
const run = (program: string, ...words: string[]) =>
  execFileSync(process.execPath, [resolve(root, program), ...words], { cwd: root, encoding: 'utf8' });

beforeAll(() => {
  run('tools/workspace/build-package.mjs', 'libs/client/sdk', join(folder, 'sdk'), join(folder, 'downloads'));
  // Simulates `npm install` of the downloaded package.
  execFileSync('mkdir', ['-p', join(folder, 'app/node_modules/@storewright')]);
  execFileSync('tar', ['-xzf', join(folder, 'downloads/storewright-sdk.tgz'), '-C', folder]);
  symlinkSync(join(folder, 'package'), join(folder, 'app/node_modules/@storewright/sdk'));
  writeFileSync(join(folder, 'app/package.json'), '{"type":"module"}');
});
afterAll(() => rmSync(folder, { recursive: true }));

const app = (name: string, code: string) => {
  const file = join(folder, 'app', name);
  writeFileSync(file, code);
  return file;
};

it('the SDK package has the same bytes after every build and is published with its SHA-512 digest', () => {
  const [digest, name] = readFileSync(join(folder, 'downloads/storewright-sdk.tgz.sha512'), 'utf8')
    .trim()
    .split('  ');
  const packed = readFileSync(join(folder, 'downloads/storewright-sdk.tgz'));
  expect([name, digest]).toEqual(['storewright-sdk.tgz', createHash('sha512').update(packed).digest('hex')]);
  run(
    'tools/workspace/build-package.mjs',
    'libs/client/sdk',
    join(folder, 'again'),
    join(folder, 'again-downloads'),
  );
  expect(readFileSync(join(folder, 'again-downloads/storewright-sdk.tgz')).equals(packed)).toBe(true);
});

it('the SDK package has a README, types, supported Node.js versions and a license, but no repository', () => {
  const textOf = (file: string) => readFileSync(join(folder, 'package', file), 'utf8');
  const manifest = JSON.parse(textOf('package.json')) as Record<string, string>;
  expect(manifest).toMatchObject({
    ...{ license: 'UNLICENSED', author: 'Storewright', keywords: expect.arrayContaining(['storewright']) },
    ...{ engines: { node: '>=20.19' }, main: './index.js', types: './index.d.ts' },
  });
  expect(manifest['version']).toMatch(/^\d+\.\d+\.\d+/);
  for (const file of [manifest['main']!, manifest['types']!]) expect(textOf(file).length).toBeGreaterThan(0);
  expect(textOf('README.md')).toContain('npm install $AUTH_URL/downloads/storewright-sdk.tgz');
  expect(Object.keys(manifest)).not.toEqual(expect.arrayContaining(['repository', 'bugs', 'homepage']));
});

it('the SDK package imports no other package and no runtime module', () => {
  const manifest = JSON.parse(readFileSync(join(folder, 'package/package.json'), 'utf8')) as object;
  expect(manifest).toMatchObject({ name: '@storewright/sdk', type: 'module', sideEffects: ['./record.js'] });
  expect(Object.keys(manifest).filter((name) => /dependencies$/i.test(name))).toEqual([]);
  const code = readFileSync(join(folder, 'package/index.js'), 'utf8');
  expect(code).not.toMatch(/^import |\brequire\(|\bBuffer\b|import\(/m);
});

it('the SDK package runs after npm installs it', () => {
  const file = app(
    'app.mjs',
    `import { Shop, webhooks } from '@storewright/sdk';
    const sent = [];
    const fetch = async (url) => (sent.push(url), Response.json({ data: [], links: { next: null } }, { headers: { 'content-type': 'application/vnd.api+json' } }));
    const shop = new Shop({ baseUrl: 'https://a-shop.example', token: 'swa_x', fetch });
    for await (const order of shop.orders.list({ sort: '-number' })) throw order;
    console.log(sent.join(), typeof webhooks.verify);`,
  );
  expect(execFileSync(process.execPath, [file], { encoding: 'utf8' })).toBe(
    'https://a-shop.example/api/orders?sort=-number function\n',
  );
});

it.each([
  ['nodenext', ['es2022', 'dom', 'dom.asynciterable']],
  ['bundler', ['es2022', 'dom']],
])('the SDK package provides types for module resolution %s', (moduleResolution, lib) => {
  const module = moduleResolution === 'nodenext' ? 'nodenext' : 'esnext';
  app(
    'app.ts',
    `import { Shop, webhooks, install, type Shown } from '@storewright/sdk';
    import { ContractRecorder } from '@storewright/sdk/record';
    export async function titles(shop: Shop): Promise<string[]> {
      const orders: Shown<'orders'>[] = await shop.orders.list({ filter: { status: 'open' } }).toArray();
      return orders.map(({ number, created_at }) => number.toFixed() + created_at);
    }
    export const hear = (body: string, headers: Headers) => webhooks.verify(body, headers, 'whsec_');
    export const come = (nonce: string) => install.exchange(nonce, { authUrl: 'https://auth.example' });
    export const recorded = (contract = new ContractRecorder()) =>
      new Shop({ baseUrl: 'https://a-shop.example', token: 'swa_x', contract });`,
  );
  const compilerOptions = {
    ...{ module, moduleResolution, lib, target: 'es2022', strict: true, noEmit: true, types: [] },
    ...{ skipLibCheck: false, exactOptionalPropertyTypes: false },
  };
  writeFileSync(join(folder, 'app/tsconfig.json'), JSON.stringify({ compilerOptions, files: ['app.ts'] }));
  expect(run('node_modules/typescript7/bin/tsc', '-p', join(folder, 'app'))).toBe('');
});

/** Globals of the Web Platform, without the globals of Node. */
const webGlobals = () => {
  const { fetch, crypto, URL, URLSearchParams, TextEncoder, TextDecoder, AbortController } = globalThis;
  const { Headers, Request, Response, ReadableStream, setTimeout, clearTimeout, atob, btoa } = globalThis;
  return {
    ...{ fetch, crypto, URL, URLSearchParams, TextEncoder, TextDecoder, AbortController },
    ...{ Headers, Request, Response, ReadableStream, setTimeout, clearTimeout, atob, btoa },
  };
};

const bundleOf = (file: string, format: 'esm' | 'iife') => {
  const code = `import { rolldown } from 'rolldown';
    const bundle = await rolldown({ input: ${JSON.stringify(file)} });
    const { output } = await bundle.generate({ minify: true, format: '${format}', name: 'sdk' });
    process.stdout.write(output[0].code);`;
  return execFileSync(process.execPath, ['--input-type=module', '-e', code], { cwd: root });
};

it('list, secretProof and webhooks.verify run in a runtime without Node.js globals', async () => {
  const bundled = bundleOf(join(folder, 'package/index.js'), 'iife').toString();
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.alloc(32, 7);
  const signature = createHmac('sha256', key)
    .update(`e.${timestamp}.{"type":"meta.created"}`)
    .digest('base64');
  const headers = {
    'webhook-id': 'e',
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
  const page = { data: [{ type: 'orders', id: '1', attributes: { number: 1001 } }], links: { next: null } };
  const type = { 'content-type': 'application/vnd.api+json' };
  const given = {
    headers: new Headers(headers),
    answer: () => new Response(JSON.stringify(page), { headers: type }),
  };
  const told = (await runInNewContext(
    `${bundled};(async () => {
      const asked = [];
      const fetch = async (url, { headers }) => (asked.push(url, headers['secret-proof'].length, headers['storewright-simulate']), answer());
      const shop = new sdk.Shop({ baseUrl: 'https://a.localhost', token: 'swo_x', appSecret: 's', simulate: '503', fetch });
      const [order] = await shop.orders.list().toArray();
      const event = await sdk.webhooks.verify('{"type":"meta.created"}', headers, ${JSON.stringify(secret)});
      return JSON.stringify([...asked, order.number, event.type, typeof process, typeof Buffer]);
    })()`,
    { ...webGlobals(), ...given },
  )) as string;
  expect(JSON.parse(told)).toEqual([
    ...['https://a.localhost/api/orders', 64, '503', 1001, 'meta.created', 'undefined', 'undefined'],
  ]);
});

/** Maximum compressed size in bytes of a bundle that reads one list. */
const most = 8_000;

it('a bundle with a single list call is smaller than 8 kB after compression', async () => {
  const file = app(
    'list.js',
    `import { Shop } from '@storewright/sdk';
    export const orders = (token) => new Shop({ baseUrl: 'https://a-shop.example', token }).orders.list();`,
  );
  const bundled = bundleOf(file, 'esm');
  expect(bundled.length).toBeGreaterThan(2_000);
  expect(gzipSync(bundled).length).toBeLessThan(most);
  process.stdout.write(`a list call: ${gzipSync(bundled).length} bytes\n`);
});
