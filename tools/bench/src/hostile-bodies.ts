import { connect } from 'node:net';
import { headersOf, targetOf } from './http';
import { makeShop } from './people';
import type { Stage } from './stage';
import { table } from './table';

/**
 * Maximum CPU milliseconds of a request without a credential (`unknown`) and of a request with a valid token
 * (`known`). See docs/adr/admission.md.
 */
export const cpuBars = { unknown: 20, known: 50 };
const REQUESTS = 20;
const members = (count: number, name = 'k') =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`${name}${at}`, 0]));
const object = (type: string, attributes: object) => JSON.stringify({ data: { type, attributes } });

interface Body {
  name: string;
  path: string;
  type?: string;
  body: string;
  /** Size of each chunk in bytes. If omitted, the body is sent with a Content-Length header. */
  chunks?: number;
}

const form = 'application/x-www-form-urlencoded';
const ofStrangers: Body[] = [
  { name: '100,000 unknown attributes', path: '/api/sessions', body: object('sessions', members(100_000)) },
  { name: '1,000 unknown attributes', path: '/api/sessions', body: object('sessions', members(1_000)) },
  {
    name: 'a megabyte in chunks of a byte',
    path: '/api/sessions',
    body: object('sessions', members(90_000)),
    chunks: 1,
  },
  { name: '300,000 parameters', path: '/oauth/introspect', type: form, body: 'a&'.repeat(300_000) },
];
const ofTokens: Body[] = [
  { name: '100,000 unknown attributes', path: '/api/customers', body: object('customers', members(100_000)) },
  { name: '29,000 unknown attributes', path: '/api/customers', body: object('customers', members(29_000)) },
  {
    name: '29,000 members of an address',
    path: '/api/customers',
    body: object('customers', { default_address: members(29_000) }),
  },
  {
    name: '29,000 members of a line',
    path: '/api/orders',
    body: object('orders', { line_items: [members(29_000)] }),
  },
  {
    name: '200 lines of 250 members',
    path: '/api/orders',
    body: object('orders', { line_items: Array(200).fill(members(250)) }),
  },
  { name: '29,000 keys of data', path: '/api/meta', body: meta(members(29_000)) },
  { name: 'a list of 400,000 numbers', path: '/api/meta', body: meta({ k: Array(400_000).fill(1) }) },
  { name: 'lists of lists, 400,000', path: '/api/meta', body: meta({ k: Array(300_000).fill([]) }) },
  {
    name: '100 operations of 500 members',
    path: '/api/operations',
    type: 'application/vnd.api+json;ext="https://jsonapi.org/ext/atomic"',
    body: JSON.stringify({
      'atomic:operations': Array(100).fill({
        op: 'add',
        data: { type: 'products', attributes: members(500) },
      }),
    }),
  },
];

function meta(data: object): string {
  return object('meta', { resource_type: 'orders', resource_id: '1', data });
}

/** Measures the CPU time of the request bodies that are most expensive to parse. */
export async function measureHostileBodies(stage: Stage): Promise<string> {
  const shop = await makeShop(stage.client, 'bench-bodies');
  const ports = { auth: await stage.startService('auth-api'), shop: await stage.startService('shop-api') };
  const rows: string[][] = [];
  const cpu = (port: number) => () => stage.cpuOf(port) ?? performance.now();
  const auth = { port: ports.auth, bar: cpuBars.unknown, cpu: cpu(ports.auth) };
  for (const body of ofStrangers) rows.push(await row(auth, body));
  const headers = headersOf(targetOf(shop, ports.shop));
  const ofShop = { port: ports.shop, bar: cpuBars.known, cpu: cpu(ports.shop), headers };
  for (const body of ofTokens) rows.push(await row(ofShop, body));
  return table(['body', 'to', 'answer', 'ms of CPU', 'bar', ''], rows);
}

interface Target {
  port: number;
  bar: number;
  headers?: Record<string, string>;
  cpu: () => number;
}

async function row({ port, bar, cpu, headers = {} }: Target, body: Body): Promise<string[]> {
  let answer = '';
  for (let time = 0; time < 3; time += 1) answer = await send(port, headers, body);
  const before = cpu();
  for (let time = 0; time < REQUESTS; time += 1) await send(port, headers, body);
  const each = (cpu() - before) / REQUESTS;
  return [body.name, body.path, answer, each.toFixed(1), `≤ ${bar}`, each <= bar ? 'ok' : 'MISSED'];
}

/** Sends a request body and returns the response status, or `cut` if the server closed the connection. */
function send(
  port: number,
  headers: Record<string, string>,
  { path, type, body, chunks }: Body,
): Promise<string> {
  const allHeaders = {
    host: 'localhost',
    connection: 'close',
    'content-type': type ?? 'application/vnd.api+json',
    ...(chunks ? { 'transfer-encoding': 'chunked' } : { 'content-length': Buffer.byteLength(body) }),
    ...headers,
  };
  const lines = Object.entries(allHeaders).map(([name, value]) => `${name}: ${value}\r\n`);
  const sent = chunks ? inChunks(body, chunks) : body;
  return new Promise((done) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`POST ${path} HTTP/1.1\r\n${lines.join('')}\r\n${sent}`);
    });
    socket.on('data', (chunk) => (text += String(chunk)));
    socket.on('error', () => undefined);
    socket.on('close', () => done(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 'cut'));
  });
}

function inChunks(body: string, size: number): string {
  const pieces = [];
  for (let at = 0; at < body.length; at += size) {
    const piece = body.slice(at, at + size);
    pieces.push(`${piece.length.toString(16)}\r\n${piece}\r\n`);
  }
  return `${pieces.join('')}0\r\n\r\n`;
}
