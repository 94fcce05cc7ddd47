import { createServer, type Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { shops } from './commands/shops';
import { keepCredentials } from './credentials';
import type { Terminal } from './terminal';

const folder = mkdtempSync(join(tmpdir(), 'storewright-cli-shops-'));
const environment = { XDG_CONFIG_HOME: folder };
const shop = (status: string) => ({
  ...{ type: 'test_shops', id: '7' },
  attributes: { domain: 'labels-test', status, base_url: 'http://labels-test.localhost:3000' },
});
let server: Server;
let asked: string[];
let printed: string[];

beforeAll(async () => {
  server = createServer((request, response) => {
    const { method, url } = request;
    let body = '';
    request.on('data', (part: Buffer) => (body += part.toString()));
    request.on('end', () => {
      asked.push([method, url?.split('?')[0], body].join(' ').trim());
      if (method === 'DELETE') return response.writeHead(204).end();
      const data =
        method === 'GET' ? [shop('ready')] : shop(url!.endsWith('resets') ? 'resetting' : 'preparing');
      response.writeHead(method === 'GET' ? 200 : 201, { 'content-type': 'application/vnd.api+json' });
      response.end(JSON.stringify({ data, links: { next: null } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  keepCredentials(environment, { auth_url: `http://127.0.0.1:${port}`, session: 'sws_session' });
});
beforeEach(() => {
  [asked, printed] = [[], []];
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true });
});

const terminal = { environment, print: (line: string) => printed.push(line), note: () => {} };
const run = (...words: string[]) => shops.run(words, terminal as unknown as Terminal);
const line = (status: string) => `labels-test  ${status}  http://labels-test.localhost:3000`;

it('storewright shops creates, lists, resets and deletes test shops', async () => {
  await run('create', 'labels-test', '--name', 'Labels');
  await run('list');
  await run('reset', 'labels-test');
  await run('remove', 'labels-test');
  const attributes = { domain: 'labels-test', name: 'Labels' };
  expect(asked).toEqual([
    `POST /api/test_shops ${JSON.stringify({ data: { type: 'test_shops', attributes } })}`,
    'GET /api/test_shops',
    'GET /api/test_shops',
    'POST /api/test_shops/7/resets',
    'GET /api/test_shops',
    'DELETE /api/test_shops/7',
  ]);
  expect(printed).toEqual([line('preparing'), line('ready'), line('resetting')]);
});

it.each([[], ['make'], ['create'], ['reset', 'a', 'b'], ['list', 'a'], ['remove', 'other']])(
  'storewright shops rejects an invalid command before changing anything: %s %s %s',
  async (...words) => {
    await expect(run(...words)).rejects.toThrow(/usage|you have no test shop "other"/);
    expect(asked.filter((each) => !each.startsWith('GET'))).toEqual([]);
  },
);
