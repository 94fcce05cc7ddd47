import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { eventsChannel } from '@storewright/events';
import type { DocumentRow } from '@storewright/json-api';
import type { Pool } from 'pg';
import { barePool, bodyOf, reply, serveBare } from '../bare';
import { objectOf } from '../store/bare-store';
import { newId, type SentObject, type WriteCase, writeCases } from './write-cases';

export interface BareWritesSettings {
  databaseUrl: string;
  shop: { id: string; token: string };
}

interface Served extends BareWritesSettings {
  pool: Pool;
  /** SHA-256 digests of the valid tokens. */
  tokens: Set<string>;
  announce: () => void;
}

const digestOf = (token: string) => createHash('sha256').update(token).digest('base64');

/**
 * Serves writes for comparison with the shop API. Finds the token's digest in memory, and writes the object
 * with its event in one SQL statement. Has no tenants, row-level security, checks or logging. Sends
 * notifications as the shop API does.
 */
export function runBareWrites(): void {
  serveBare<BareWritesSettings>((settings) => {
    const pool = barePool(settings.databaseUrl);
    const tokens = new Set([digestOf(settings.shop.token)]);
    const served = { ...settings, pool, tokens, announce: announcer(pool, settings.shop.id) };
    return (request, response) => void answer(request, response, served);
  });
}

/** Notifies the webhook worker about new events at most every 20 ms. */
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
  const [, , type, id] = request.url!.split('/');
  const each = writeCases.find(
    ({ method, resource }) => method === request.method && resource.type === type,
  )!;
  const sent =
    each.method === 'DELETE' ? undefined : (JSON.parse(await bodyOf(request)) as { data: SentObject }).data;
  const { name, text, values } = each.statement(shop.id, id ?? newId(), sent!);
  const { rows } = await pool.query<DocumentRow>({ name: name!, text, values: values! });
  announce();
  if (each.method === 'DELETE') return void response.writeHead(204).end();
  sendObject(response, each, rows[0]!, `http://${request.headers.host}`);
}

function sendObject(
  response: ServerResponse,
  { method, resource }: WriteCase,
  row: DocumentRow,
  origin: string,
): void {
  const data = objectOf(resource, row, origin);
  const document = { jsonapi: { version: '1.1' }, links: data.links, data };
  if (method === 'POST') reply(response, 201, document, { location: data.links.self });
  else reply(response, 200, document);
}
