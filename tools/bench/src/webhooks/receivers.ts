import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** To the process of the receivers. */
export type ToReceivers =
  | { kind: 'open'; count: number }
  /** Says `have` once each of these receivers has so many more events. */
  | { kind: 'expect'; receivers: readonly number[]; each: number }
  /** This one accepts requests and answers none, until it is released. */
  | { kind: 'hang'; receiver: number }
  | { kind: 'release' };

export type FromReceivers =
  | { kind: 'ports'; ports: number[] }
  /** `at`: when the last one came, ms since 1970; `latencies`: from the time in each event, which is just before its commit, to its coming, ms. */
  | { kind: 'have'; at: number; latencies: number[] };

/** Receivers of webhooks, each on a port of its own. They hold whoever delivers to the order of the shop, and to once: anything else ends the process. */
export function runReceivers(): void {
  const all: Receivers = { servers: [], last: new Map(), left: new Map(), latencies: [], held: [] };
  process.on('message', (message: ToReceivers) => void told(all, message));
  process.once('disconnect', () => process.exit(0));
}

interface Receivers {
  servers: unknown[];
  /** The last sequence that came, by address and shop. */
  last: Map<string, number>;
  /** How many events each still has to get. */
  left: Map<number, number>;
  latencies: number[];
  hanging?: number | undefined;
  /** Answers that are held back. */
  held: (() => void)[];
}

async function told(all: Receivers, message: ToReceivers): Promise<void> {
  if (message.kind === 'open') {
    const ports = [];
    for (let index = 0; index < message.count; index += 1) ports.push(await open(all, index));
    answer({ kind: 'ports', ports });
  } else if (message.kind === 'expect') {
    all.left = new Map(message.receivers.map((receiver) => [receiver, message.each]));
    all.last.clear();
    all.latencies = [];
  } else if (message.kind === 'hang') all.hanging = message.receiver;
  else {
    all.hanging = undefined;
    for (const release of all.held.splice(0)) release();
  }
}

async function open(all: Receivers, index: number): Promise<number> {
  const server = createServer((request, response) => void receive(all, index, request, response));
  // A kept connection is closed by whoever sends.
  server.keepAliveTimeout = 60_000;
  all.servers.push(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function receive(
  all: Receivers,
  index: number,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) text += String(chunk);
  const at = now();
  const accept = () => response.writeHead(204).end();
  if (all.hanging === index) return void all.held.push(accept);
  accept();
  count(all, index, `${index} ${request.url}`, text, at);
}

/** `address`: an app may be at one of several addresses of a receiver. */
function count(all: Receivers, index: number, address: string, text: string, at: number): void {
  const { timestamp, sequence, shop } = JSON.parse(text) as {
    timestamp: string;
    sequence: number;
    shop: { id: string };
  };
  const place = `${address} ${shop.id}`;
  const before = all.last.get(place);
  if (before !== undefined && sequence !== before + 1)
    throw new Error(`receiver ${address} got ${sequence} after ${before}`);
  all.last.set(place, sequence);
  const left = all.left.get(index);
  if (left === undefined) return;
  all.latencies.push(at - timeOf(timestamp));
  if (left > 1) return void all.left.set(index, left - 1);
  all.left.delete(index);
  if (all.left.size === 0) answer({ kind: 'have', at, latencies: all.latencies });
}

/** Of `2019-07-14T09:23:34.000000Z`, ms since 1970 with their fraction. */
function timeOf(timestamp: string): number {
  return Date.parse(`${timestamp.slice(0, 23)}Z`) + Number(timestamp.slice(23, 26)) / 1000;
}

/** Ms since 1970 with their fraction. */
export function now(): number {
  return performance.timeOrigin + performance.now();
}

function answer(message: FromReceivers): void {
  process.send!(message);
}
