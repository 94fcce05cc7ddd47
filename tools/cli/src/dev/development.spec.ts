import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { dev } from '../commands/dev';
import { keepCredentials } from '../credentials';
import { sessionOf } from '../session';
import type { Terminal } from '../terminal';
import { endChildren } from './child-processes';
import { installPackages, startApp } from './running-app';
import { accessTokenOf, shopFileOf, testShopOf } from './test-shop';

type Reply = { status: number; document: object };

let folder: string;
let server: Server;
let port: number;
let terminal: Terminal;
let printed: string[];
/** Requests to the stand-in for the platform, and its responses by method and path. */
let requests: string[];
let replies: Record<string, (body: string) => Reply>;

beforeAll(async () => {
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      const name = `${request.method} ${request.url!.split('?')[0]}`;
      requests.push(name);
      const { status, document } = (replies[name] ?? notFound)(body);
      response.writeHead(status, { 'content-type': 'application/vnd.api+json' });
      response.end(JSON.stringify(document));
    });
  });
  await once(server.listen(0, 'localhost'), 'listening');
  ({ port } = server.address() as AddressInfo);
});
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storewright-dev-'));
  [printed, requests] = [[], []];
  replies = {
    'GET /.well-known/oauth-authorization-server': () => ({ status: 200, document: {} }),
    'GET /api/test_shops': () => ({ status: 200, document: { data: [] } }),
  };
  const print = (line: string) => void printed.push(line);
  terminal = {
    environment: { ...process.env, XDG_CONFIG_HOME: join(folder, 'home') },
    command: 'storewright dev',
    ...{ print, note: print, open: () => {}, pause: () => pause(1), isInteractive: () => false },
    ask: () => Promise.resolve(''),
    input: () => Promise.resolve(''),
    signal: new AbortController().signal,
  };
});
afterEach(() => {
  endChildren();
  rmSync(folder, { recursive: true });
});
afterAll(() => server.close());

const notFound = () => errors(404, 'not_found', 'Not found.');
const errors = (status: number, code: string, detail: string): Reply => ({
  status,
  document: { errors: [{ id: '1', status: String(status), code, title: code, detail }] },
});
const aShop = (domain: string, status = 'ready') => ({
  ...{ type: 'test_shops', id: '7' },
  attributes: { domain, status, base_url: `http://localhost:${port}` },
});
const app = () => join(folder, 'labels');
const run = (...words: string[]) =>
  dev.run([app(), '--auth-url', `http://localhost:${port}`, ...words], terminal);
const signedIn = () => {
  keepCredentials(terminal.environment, { auth_url: `http://localhost:${port}`, session: 'sws_session' });
  return sessionOf(terminal);
};
function files(contents: Record<string, string>): void {
  mkdirSync(app(), { recursive: true });
  for (const [name, text] of Object.entries(contents)) writeFileSync(join(app(), name), text);
}

describe('storewright dev', () => {
  it('rejects a folder with files but without an app file before sending a request', async () => {
    files({ 'notes.txt': '' });
    await expect(run()).rejects.toThrow(
      /contains files but no storewright\.app\.json\. Use an empty folder, or run/,
    );
    expect(requests).toEqual([]);
  });

  it('creates no file if the auth API does not respond or the URL is not an auth API', async () => {
    await expect(dev.run([app(), '--auth-url', 'http://localhost:9'], terminal)).rejects.toThrow(
      /^http:\/\/localhost:9 does not respond\. Check the network, start the platform/,
    );
    replies = {};
    await expect(run()).rejects.toThrow(/is not an auth API \(status 404\)\./);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('throws an error if another program uses the port of an existing app', async () => {
    files({ 'storewright.app.json': '{}', '.env': `PORT=${port}\n` });
    await expect(run()).rejects.toThrow(
      `another program uses port ${port}. End that program, or change PORT in .env and install_url in`,
    );
    await expect(run('--port', 'many')).rejects.toThrow('--port must be a port from 1 to 65535.');
  });

  it.each([
    ['without a session', () => {}],
    ['with a session that has ended', signedIn],
  ])('starts a sign-in %s', async (_, prepare) => {
    prepare();
    replies['GET /api/test_shops'] = () => errors(401, 'invalid_token', 'The token is invalid.');
    await expect(run()).rejects.toThrow('the auth API returned status 404; sign in with --email');
    expect(printed).toEqual([`sign in to http://localhost:${port}`]);
    expect(requests.at(-1)).toBe('POST /oauth/device_authorization');
  });
});

describe('testShopOf()', () => {
  const wanted = (domain?: string) => ({ folder: app(), name: 'labels', domain });

  it('adds a suffix to the domain if it is taken, and stores the test shop in a file that git ignores', async () => {
    const domains: string[] = [];
    replies['POST /api/test_shops'] = (body) => {
      const { domain } = JSON.parse(body).data.attributes as { domain: string };
      domains.push(domain);
      if (domains.length === 1) return errors(409, 'already_exists', 'The domain exists.');
      return { status: 201, document: { data: aShop(domain, 'preparing') } };
    };
    const stored = () => readFileSync(shopFileOf(app()), 'utf8');
    replies['GET /api/test_shops/7'] = () => {
      expect(stored()).toContain(`SHOP=${domains[1]}\n`);
      return { status: 200, document: { data: aShop(domains[1]!) } };
    };
    const { attributes } = await testShopOf(signedIn(), wanted(), terminal);
    expect(domains).toEqual(['labels-test', expect.stringMatching(/^labels-test-[0-9a-f]{4}$/)]);
    expect(attributes.domain).toBe(domains[1]);
    expect(readFileSync(join(dirname(shopFileOf(app())), '.gitignore'), 'utf8')).toBe('*\n');
    expect(requests).toContain('GET /api/test_shops/7');
  });

  it('reuses the stored test shop, and removes its token when the developer chooses another shop', async () => {
    replies['GET /api/test_shops'] = () => ({ status: 200, document: { data: [aShop('first')] } });
    replies['POST /api/shops/7/access_tokens'] = () => ({
      status: 201,
      document: { meta: { token: 'swa_1' } },
    });
    const shop = await testShopOf(signedIn(), wanted('first'), terminal);
    expect(await accessTokenOf(signedIn(), shop, app())).toBe('swa_1');
    await testShopOf(signedIn(), wanted(), terminal);
    expect(readFileSync(shopFileOf(app()), 'utf8')).toContain('SHOP=first\n');
    replies['GET /api/test_shops'] = () => ({ status: 200, document: { data: [aShop('second')] } });
    await testShopOf(signedIn(), wanted('second'), terminal);
    expect(readFileSync(shopFileOf(app()), 'utf8')).not.toContain('swa_1');
    expect(requests).not.toContain('POST /api/test_shops');
  });

  it('throws an error with the next command if the limit is reached or the chosen shop is unknown', async () => {
    replies['POST /api/test_shops'] = () =>
      errors(403, 'shop_limit_reached', 'You have 3 test shops. The maximum is 3.');
    await expect(testShopOf(signedIn(), wanted(), terminal)).rejects.toThrow(
      /^You have 3 test shops\. The maximum is 3\. Choose one of "storewright shops list" with --shop <domain>/,
    );
    await expect(testShopOf(signedIn(), wanted('other'), terminal)).rejects.toThrow(
      'you have no test shop "other"; list yours with "storewright shops list".',
    );
  });
});

describe('installPackages()', () => {
  it('throws an error with the next step if npm fails or is missing', async () => {
    files({ 'package.json': '{' });
    await expect(installPackages(app(), terminal)).rejects.toThrow(
      /^"npm install" failed with exit code 1\. See the output above/,
    );
    expect(printed.join('\n')).toContain('EJSONPARSE');
    const without = { ...terminal, environment: { PATH: folder } };
    await expect(installPackages(app(), without)).rejects.toThrow(
      /^npm cannot be started\. Install Node with npm/,
    );
  });
});

describe('startApp()', () => {
  const main = `require('node:http').createServer().listen(process.env.PORT, 'localhost')`;

  it('reports a crash of the app at its start, and continues when a changed file restarts the app', async () => {
    const scripts = { build: 'exit 1', dev: 'node --watch main.js' };
    files({ 'package.json': JSON.stringify({ scripts }), 'main.js': `throw new Error('No database');` });
    const closed = createServer();
    await once(closed.listen(0, 'localhost'), 'listening');
    const free = (closed.address() as AddressInfo).port;
    await new Promise((done) => closed.close(done));
    const note = (line: string) => {
      printed.push(line);
      if (line.includes('ended before it accepted connections')) files({ 'main.js': main });
    };
    await startApp(app(), free, { ...terminal, note, pause: () => pause(100) });
    expect(printed.join('\n')).toContain('Error: No database');
    expect(printed).toContain(
      '"npm run build" failed. See the output above. The app starts with the existing build files.',
    );
  });

  it('throws an error if the npm script "dev" exits or is missing', async () => {
    files({ 'package.json': JSON.stringify({ scripts: { dev: 'exit 3' } }) });
    await expect(startApp(app(), 1, terminal)).rejects.toThrow('the script "dev" of package.json ended');
    files({ 'package.json': '{}' });
    await expect(startApp(app(), 1, terminal)).rejects.toThrow('package.json must have a script "dev"');
  });
});
