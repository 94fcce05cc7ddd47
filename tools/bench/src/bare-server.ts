import type { IncomingMessage, ServerResponse } from 'node:http';
import { rowFormat, type Statement } from '@storewright/database';
import type { Pool } from 'pg';
import { barePool, bodyOf, parsedFormat, reply, serveBare } from './bare';
import { attributes, findStatement, insertStatement } from './cases';

/**
 * Kinds of baseline servers for comparison with the shop API. A baseline server uses node:http, one
 * connection pool, and one prepared statement per request. It checks no token, tenant or input, writes no
 * log, and connects as administrator without row-level security. `built` parses rows and serializes objects
 * like a simple server; its speed is the ratio 1.00. `spliced` copies JSON text from Postgres into the
 * response, which is the fastest possible server.
 */
export type Floor = 'built' | 'spliced';

export interface BareSettings {
  floor: Floor;
  databaseUrl: string;
  shopId: string;
  routes: BareRoute[];
}

export interface BareRoute {
  method: 'GET' | 'POST';
  /** Path with query string, or a path prefix followed by `*`. */
  path: string;
  kind: 'one' | 'page' | 'insert' | 'insert-without-event';
  statement?: Statement;
  /** Pagination links, copied from a response of the shop API. */
  links?: unknown;
  /**
   * Number of objects on the page. The SQL statement reads one row more to detect whether a next page exists.
   */
  size?: number;
}

type Row = Record<string, string | number>;

export function runBareServer(): void {
  serveBare<BareSettings>((settings) => {
    const pool = barePool(settings.databaseUrl, settings.floor === 'built' ? parsedFormat : rowFormat);
    return (request, response) => void answer(request, response, settings, pool);
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  settings: BareSettings,
  pool: Pool,
): Promise<void> {
  const route = settings.routes.find(
    (each) => each.method === request.method && matches(each.path, request.url!),
  )!;
  const { name, text, values } = await statementOf(route, request, settings.shopId);
  const { rows } = await pool.query<Row>({ name: name!, text, values: values! });
  const origin = `http://${request.headers.host}`;
  const body = (settings.floor === 'built' ? built : spliced)(route, rows, origin);
  const profiled = { 'content-type': `application/vnd.api+json; profile="${profile}"` };
  const headers = route.kind === 'page' ? profiled : undefined;
  reply(response, request.method === 'POST' ? 201 : 200, body, headers);
}

function spliced(route: BareRoute, rows: Row[], origin: string): string {
  if (route.kind !== 'page')
    return `{"jsonapi":{"version":"1.1"},"links":{"self":"${origin}/api/meta/${rows[0]!['id']}"},"data":${object(rows[0]!, origin)}}`;
  const data = rows.slice(0, route.size).map((row) => object(row, origin));
  return `{"jsonapi":{"version":"1.1","profile":["${profile}"]},"links":${JSON.stringify(route.links)},"data":[${data.join()}]}`;
}

function built(route: BareRoute, rows: Row[], origin: string): string {
  const objects = rows.slice(0, route.size).map(({ id, resource_type, resource_id, data, ...meta }) => ({
    type: 'meta',
    id,
    attributes: { resource_type, resource_id, data },
    links: { self: `${origin}/api/meta/${id}` },
    meta: { created_at: meta['created_at'], updated_at: meta['updated_at'], version: meta['version'] },
  }));
  if (route.kind === 'page')
    return JSON.stringify({
      jsonapi: { version: '1.1', profile: [profile] },
      links: route.links,
      data: objects,
    });
  const [data] = objects;
  return JSON.stringify({ jsonapi: { version: '1.1' }, links: data!.links, data });
}

async function statementOf(route: BareRoute, request: IncomingMessage, shopId: string): Promise<Statement> {
  if (route.kind === 'page') return route.statement!;
  if (route.kind === 'one')
    return findStatement(shopId, request.url!.slice(request.url!.lastIndexOf('/') + 1));
  const { data } = JSON.parse(await bodyOf(request)) as { data: { attributes: typeof attributes } };
  return insertStatement(shopId, data.attributes, route.kind === 'insert' ? 'with' : 'without');
}

const profile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

function object(row: Row, origin: string): string {
  return `{"type":"meta","id":"${row['id']}","attributes":{"resource_type":${JSON.stringify(row['resource_type'])},"resource_id":${JSON.stringify(row['resource_id'])},"data":${row['data']}},"links":{"self":"${origin}/api/meta/${row['id']}"},"meta":{"created_at":"${row['created_at']}","updated_at":"${row['updated_at']}","version":${row['version']}}}`;
}

function matches(path: string, url: string): boolean {
  return path.endsWith('*') ? url.startsWith(path.slice(0, -1)) : url === path;
}
