import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { anOrder, aProduct, aTenant, type Tenant, type TestApi } from '@storewright/api-testing';
import { startShopApi } from './testing/shop-api';

const run = promisify(execFile);
const root = resolve(__dirname, '../../..');
const modules = join(root, 'node_modules');
const apis = ['shop', 'auth'] as const;
const clients = ['openapi-typescript', 'hey-api'] as const;

let api: TestApi;
let tenant: Tenant;
let folder: string;
beforeAll(async () => {
  api = await startShopApi();
  tenant = await aTenant(api);
  mkdirSync(join(root, '.nx'), { recursive: true });
  folder = mkdtempSync(join(root, '.nx', 'clients-'));
  cpSync(join(root, 'apps/shop-api/fixtures/clients'), folder, { recursive: true });
  symlinkSync(modules, join(folder, 'node_modules'));
  await Promise.all(apis.flatMap((name) => clients.map((client) => generate(client, name))));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await api.close();
});

const baseUrl = () => `http://localhost:${api.port}`;
const node = (file: string, ...parameters: string[]) =>
  run(process.execPath, [file, ...parameters], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  });

/** Runs a generator with its command line. */
async function generate(client: (typeof clients)[number], name: (typeof apis)[number]): Promise<void> {
  const document = join(root, `docs/openapi/${name}.json`);
  const out = join('generated', client, name);
  switch (client) {
    case 'openapi-typescript':
      await node(join(modules, 'openapi-typescript/bin/cli.js'), document, '-o', `${out}.ts`);
      break;
    case 'hey-api':
      await node(
        join(modules, '@hey-api/openapi-ts/bin/run.js'),
        '-i',
        document,
        '-o',
        out,
        '-c',
        '@hey-api/client-fetch',
        '--no-log-file',
      );
      break;
  }
}

/** Compiles the generated clients of both APIs and the programs that use them. */
async function compile(): Promise<string> {
  const compilerOptions = {
    ...{
      target: 'es2022',
      module: 'esnext',
      moduleResolution: 'bundler',
      lib: ['es2023', 'dom', 'dom.iterable'],
    },
    ...{ strict: true, skipLibCheck: true, types: ['node'], noEmit: true },
  };
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.ts', 'generated'] }),
  );
  const compiled = await node(join(modules, 'typescript7/bin/tsc'), '-p', '.').catch(
    (failed: { stdout: string }) => failed,
  );
  return compiled.stdout;
}

describe('clients that openapi-typescript and hey-api generate from the documents', () => {
  it('compile under strict rules, write meta and list orders with a filter', async () => {
    expect(await compile()).toBe('');
    const { id } = await aProduct(tenant.http);
    await anOrder(tenant.http);
    const env = { BASE_URL: baseUrl(), TOKEN: tenant.token, SHOP_ID: tenant.shop.id, RESOURCE_ID: id };
    for (const client of clients) {
      await node(
        join(modules, 'rolldown/bin/cli.mjs'),
        `${client}.ts`,
        '--platform=node',
        '-o',
        `${client}.mjs`,
      );
      const { stdout } = await run(process.execPath, [`${client}.mjs`], {
        cwd: folder,
        env: { ...process.env, ...env },
      });
      expect([client, JSON.parse(stdout)]).toEqual([client, { color: 'blue', orders: 1 }]);
    }
  });
});
