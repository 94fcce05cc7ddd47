import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ToReceivers =
  | { kind: 'open'; count: number }
  /** Requests a `have` message when each of these receivers has received `each` more events. */
  | { kind: 'expect'; receivers: readonly number[]; each: number }
  /** Lets this receiver accept requests without responding, until `release`. */
  | { kind: 'hang'; receiver: number }
  | { kind: 'release' };

export type FromReceivers =
  | { kind: 'ports'; ports: number[] }
  /** `at`: time of the last event, ms since 1970. `latencies`: ms from the timestamp of each event to its arrival. */
  | { kind: 'have'; at: number; latencies: number[] };

/**
 * Runs webhook receivers, each on a separate port. The process exits if an event is missing, repeated or out
 * of order.
 */
export function runReceivers(): void {
  const all: Receivers = { servers: [], last: new Map(), left: new Map(), latencies: [], held: [] };
  process.on('message', (message: ToReceivers) => void handle(all, message));
  process.once('disconnect', () => process.exit(0));
}

interface Receivers {
  servers: unknown[];
  /** Sequence number of the last event, keyed by receiver address and shop. */
  last: Map<string, number>;
  left: Map<number, number>;
  latencies: number[];
  hanging?: number | undefined;
  /** Responses that the webhook receiver holds back to simulate a hang. */
  held: (() => void)[];
}

async function handle(all: Receivers, message: ToReceivers): Promise<void> {
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
  // Uses a long keep-alive timeout, so that the sender and not this server closes idle connections.
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

/**
 * Counts a received event. `address` consists of port and path, because a receiver serves several apps at
 * different paths.
 */
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

/** Converts a time such as `2019-07-14T09:23:34.000000Z` to milliseconds since 1970 with a fraction. */
function timeOf(timestamp: string): number {
  return Date.parse(`${timestamp.slice(0, 23)}Z`) + Number(timestamp.slice(23, 26)) / 1000;
}

export function now(): number {
  return performance.timeOrigin + performance.now();
}

function answer(message: FromReceivers): void {
  process.send!(message);
}
