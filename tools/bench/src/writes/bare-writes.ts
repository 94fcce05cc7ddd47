import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sessionSettings } from '@storewright/database';
import { eventsChannel } from '@storewright/events';
import type { Row } from '@storewright/json-api';
import { Pool } from 'pg';
import { objectOf, parsed } from '../store/bare-store';
import { newId, type SentObject, type WriteCase, writeCases } from './write-cases';

/** What the server of the writes is told. */
export interface BareWritesSettings {
  databaseUrl: string;
  shop: { id: string; token: string };
}

interface Served extends BareWritesSettings {
  pool: Pool;
  /** By digest. */
  tokens: Set<string>;
  announce: () => void;
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64');

/**
 * The floor of writes: node:http, the token's digest looked up in memory, one pool, one named prepared statement that writes the object with its event; no tenant, no
 * row-level security, no checks, no log. It tells the worker of new events as the shop API does. Parses what Postgres sends and builds the document of objects. Says its port over the channel.
 */
export function runBareWrites(): void {
  process.once('message', (settings: BareWritesSettings) => {
    const { databaseUrl, shop } = settings;
    const pool = new Pool({
      connectionString: databaseUrl,
      max: 10,
      types: parsed,
      options: sessionSettings,
    });
    const announce = announcer(pool, shop.id);
    const served = { ...settings, pool, announce, tokens: new Set([digestOf(shop.token)]) };
    const server = createServer((request, response) => void answer(request, response, served));
    server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
  });
  process.once('disconnect', () => process.exit(0));
}

/** Many calls make one announcement: they are 20 ms apart. */
function announcer(pool: Pool, shop: string): () => void {
  let timer: NodeJS.Timeout | undefined;
  const announce = () => {
    timer = undefined;
    void pool.query('SELECT pg_notify($1, $2)', [eventsChannel, shop]);
  };
  return () => (timer ??= setTimeout(announce, 20));
}

async function answer(request: IncomingMessage, response: ServerResponse, served: Served): Promise<void> {
  const { pool, shop, tokens, announce } = served;
  if (!tokens.has(digestOf(request.headers.authorization!.slice('Bearer '.length))))
    return void response.writeHead(401).end();
  const [, , type, given] = request.url!.split('/');
  const each = writeCases.find(
    ({ method, resource }) => method === request.method && resource.type === type,
  )!;
  const sent = each.method === 'DELETE' ? undefined : await objectIn(request);
  const { name, text, values } = each.statement(shop.id, given ?? newId(), sent!);
  const { rows } = await pool.query<Row>({ name: name!, text, values: values! });
  announce();
  if (each.method === 'DELETE') return void response.writeHead(204).end();
  reply(response, each, rows[0]!, `http://${request.headers.host}`);
}

function reply(response: ServerResponse, { method, resource }: WriteCase, row: Row, origin: string): void {
  const data = objectOf(resource, row, origin);
  const body = JSON.stringify({ jsonapi: { version: '1.1' }, links: data.links, data });
  response.writeHead(method === 'POST' ? 201 : 200, {
    'content-type': 'application/vnd.api+json',
    'content-length': Buffer.byteLength(body),
    ...(method === 'POST' && { location: data.links.self }),
  });
  response.end(body);
}

async function objectIn(request: IncomingMessage): Promise<SentObject> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return (JSON.parse(text) as { data: SentObject }).data;
}
