import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { contracts } from './commands/contracts';
import { keepCredentials } from './credentials';
import type { Terminal } from './terminal';

const root = resolve(__dirname, '../../..');
const openapi = join(root, 'docs/openapi/shop.json');
const sampleApp = join(root, 'libs/testing/conformance/contracts/sample-app.json');
const folder = mkdtempSync(join(tmpdir(), 'storewright-cli-contracts-'));
afterAll(() => rmSync(folder, { recursive: true }));

const environment = { XDG_CONFIG_HOME: folder };
let lines: string[];
beforeEach(() => (lines = []));
const say = (line: string) => void lines.push(line);
const run = (...words: string[]) =>
  contracts.run(words, { environment, print: say, note: say } as unknown as Terminal);
const fileOf = (name: string, content: unknown) => {
  const file = join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

describe('storewright contracts check', () => {
  it('accepts the recorded contract of the sample app against the API of a shop', async () => {
    const asked: string[] = [];
    const server = createServer(({ url, headers }, response) => {
      asked.push(`${url} ${headers.authorization}`);
      response.writeHead(200, { 'content-type': 'application/json' }).end(readFileSync(openapi));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    await run('check', sampleApp, '--base-url', `http://127.0.0.1:${port}`);
    server.close();
    expect([asked, lines]).toEqual([['/api/openapi.json undefined'], ['the API declares every name.']]);
  });

  it('prints each undeclared or deprecated name with the app and the reason, and exits with an error', async () => {
    const file = fileOf('a.json', {
      ...{ version: 1, app: { id: 'a-1', name: 'Labels' } },
      resources: {
        orders: { reads: ['colour'], copied: true },
        customers: { sorts: ['total_spent_amount'] },
      },
      events: ['orders.painted'],
    });
    await expect(run('check', file, '--openapi', openapi)).rejects.toThrow(
      'the API does not declare 2 names.',
    );
    expect(lines).toEqual([
      'Labels: warning: sorts customers by total_spent_amount, which is deprecated since 2026-11-26. ' +
        'Use total_spent, which has one sum per currency.',
      'Labels: reads orders.colour, which the API does not declare.',
      'Labels: receives the event orders.painted, which the API does not declare.',
      'Labels: copies whole orders, so the contract can lack fields that the app reads.',
    ]);
  });

  it.each<[string, unknown, string]>([
    ['absent', undefined, 'cannot be read. Run your tests with @storewright/sdk/record'],
    ['text', 'not JSON', 'is not valid JSON.'],
    ['of an unsupported version', { version: 2 }, '/version: version must be 1.'],
  ])('reports a contract file that is %s', async (name, content, problem) => {
    const file = content === undefined ? join(folder, name) : fileOf(name, content);
    await expect(run('check', file, '--openapi', openapi)).rejects.toThrow(problem);
  });
});

describe('storewright contracts publish', () => {
  it('sends the contract of the app and prints deprecated names as warnings', async () => {
    const asked: unknown[] = [];
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (part: Buffer) => (body += part.toString()));
      request.on('end', () => {
        asked.push([request.method, request.url, JSON.parse(body)]);
        const findings = [{ kind: 'deprecated', text: 'reads orders.note, which is deprecated.' }];
        response.writeHead(201, { 'content-type': 'application/vnd.api+json' });
        response.end(JSON.stringify({ data: { attributes: { findings } } }));
      });
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    keepCredentials(environment, { auth_url: `http://127.0.0.1:${port}`, session: 'sws_session' });
    const attributes = { resources: { orders: { reads: ['note'] } }, events: ['orders.created'] };
    const file = fileOf('b.json', { version: 1, app: { id: 'x', name: 'X' }, ...attributes });
    await run('publish', file, '--app', 'a-1');
    server.close();
    const data = { type: 'app_contracts', attributes };
    expect(asked).toEqual([['POST', '/api/apps/a-1/contracts', { data }]]);
    expect(lines).toEqual([
      'warning: reads orders.note, which is deprecated.',
      'published the contract of a-1',
    ]);
  });
});
