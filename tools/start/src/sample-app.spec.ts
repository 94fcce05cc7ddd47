import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '@storewright/testing';
import { Api } from './api';
import { startSampleApp } from './sample-app';

const folder = mkdtempSync(join(tmpdir(), 'storewright-with-sample-'));
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * A program that prints its registration with `--registration`, and otherwise prints its environment and
 * listens.
 */
const program = join(folder, 'main.js');
writeFileSync(
  program,
  `const { APP_URL, PORT, APP_ID, APP_SECRET, WEBHOOK_SECRET, DATA_KEY } = process.env;
  if (process.argv[2] === '--registration') console.log(JSON.stringify({ install_url: APP_URL + '/install' }));
  else {
    console.log(JSON.stringify({ APP_ID, APP_SECRET, WEBHOOK_SECRET, DATA_KEY }));
    require('node:http').createServer((_, response) => response.end()).listen(PORT, '127.0.0.1');
    process.once('SIGTERM', () => process.exit(0));
  }`,
);
mkdirSync(join(folder, 'logs'));

/** A developer session whose API returns these registered apps. */
class Developer extends Api {
  readonly sent: string[] = [];

  constructor(private readonly apps: string[]) {
    super(0, 'localhost');
  }

  override answersWith(_method: string, path: string): Promise<boolean> {
    return Promise.resolve(this.apps.includes(path));
  }

  override send(method: string, path: string, data?: object): Promise<never> {
    const { attributes } = data as { attributes: { install_url: string } };
    this.sent.push(`${method} ${path} ${attributes.install_url}`);
    const id = `a-${this.apps.push('/api/apps/a-1')}`;
    const meta = { secret: 'swk_x', webhook_secret: 'whsec_x' };
    return Promise.resolve({ data: { id, attributes }, meta } as never);
  }
}

async function started(developer: Api) {
  const port = await freePort();
  const addresses = { authUrl: 'http://localhost:1', adminUrl: 'http://{shop}.localhost:2' };
  const settings = { program, folder, host: '127.0.0.1', port, ...addresses };
  const { service, said } = await startSampleApp(settings, developer);
  await service.stop();
  return { port, said, told: JSON.parse(readFileSync(service.log, 'utf8')) as Record<string, string> };
}

it('startSampleApp() registers the sample app once, stores its secrets privately, and updates its URL', async () => {
  const apps: string[] = [];
  const first = new Developer(apps);
  const one = await started(first);
  expect(first.sent).toEqual([`POST /api/apps http://localhost:${one.port}/install`]);
  expect(one.told).toMatchObject({ APP_ID: 'a-1', APP_SECRET: 'swk_x', WEBHOOK_SECRET: 'whsec_x' });
  expect(Buffer.from(one.told['DATA_KEY']!, 'base64')).toHaveLength(32);
  expect(one.said).toContain('http://demo-shop.localhost:2/admin/oauth/a-1');
  expect(statSync(join(folder, 'sample-app.json')).mode & 0o777).toBe(0o600);

  const second = new Developer(apps);
  const two = await started(second);
  expect(second.sent).toEqual([`PATCH /api/apps/a-1 http://localhost:${two.port}/install`]);
  expect(two.told).toEqual(one.told);
});

it('startSampleApp() registers the sample app again if the saved file is damaged', async () => {
  writeFileSync(join(folder, 'sample-app.json'), '{"APP_ID":');
  const developer = new Developer([]);
  await started(developer);
  expect(developer.sent).toEqual([expect.stringMatching(/^POST /)]);
});
