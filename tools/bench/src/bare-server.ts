import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type CustomTypesConfig, Pool, types } from 'pg';
import { rowFormat, sessionSettings, type Statement } from '@storewright/database';
import { attributes, findStatement, insertStatement } from './cases';

/**
 * The floors: node:http, one pool, one named prepared statement; no token, no tenant, no row-level security (it connects as administrator), no checks, no log.
 * `built`: parses what Postgres sends and builds the document of objects, as a server does that was written in an afternoon (the ratio 1.00): the same document.
 * `spliced`: passes the rows through as Postgres printed them: the same bytes, and the least that gives them.
 */
export type Floor = 'built' | 'spliced';

export interface BareSettings {
  floor: Floor;
  databaseUrl: string;
  port: number;
  shopId: string;
  /** Requests by the path that they come to (without query where `path` ends with `*`). */
  routes: BareRoute[];
}

export interface BareRoute {
  method: 'GET' | 'POST';
  path: string;
  kind: 'one' | 'page' | 'insert' | 'insert-without-event';
  /** Of a page. */
  statement?: Statement;
  /** The page's links, which the shop API computes and these servers are given. */
  links?: unknown;
  /** How many objects the page has; one more row is read, which tells whether another page follows. */
  size?: number;
}

type Row = Record<string, string | number>;

/** Reads its settings from the channel to the process that started it. */
export function runBareServer(): void {
  process.once('message', (settings: BareSettings) => {
    const pool = new Pool({
      connectionString: settings.databaseUrl,
      max: 10,
      types: settings.floor === 'built' ? parsedFormat : rowFormat,
      options: sessionSettings,
    });
    const server = createServer((request, response) => void answer(request, response, settings, pool));
    server.listen(settings.port, '127.0.0.1', () => process.send!('ready'));
  });
  process.once('disconnect', () => process.exit(0));
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
  const page = route.kind === 'page';
  const body = (settings.floor === 'built' ? built : spliced)(route, rows, origin);
  response.writeHead(request.method === 'POST' ? 201 : 200, {
    'content-type': page ? `application/vnd.api+json; profile="${profile}"` : 'application/vnd.api+json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
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

/** As the driver parses by itself, but for the timestamps, whose microseconds its Date would drop. */
const timestamptz = 1184;
const parsedFormat: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    (oid === timestamptz ? rowFormat : types).getTypeParser(
      oid,
      format,
    )) as CustomTypesConfig['getTypeParser'],
};

async function statementOf(route: BareRoute, request: IncomingMessage, shopId: string): Promise<Statement> {
  if (route.kind === 'page') return route.statement!;
  if (route.kind === 'one')
    return findStatement(shopId, request.url!.slice(request.url!.lastIndexOf('/') + 1));
  let text = '';
  for await (const chunk of request) text += String(chunk);
  const { data } = JSON.parse(text) as { data: { attributes: typeof attributes } };
  return insertStatement(shopId, data.attributes, route.kind === 'insert' ? 'with' : 'without');
}

const profile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

function object(row: Row, origin: string): string {
  return `{"type":"meta","id":"${row['id']}","attributes":{"resource_type":${JSON.stringify(row['resource_type'])},"resource_id":${JSON.stringify(row['resource_id'])},"data":${row['data']}},"links":{"self":"${origin}/api/meta/${row['id']}"},"meta":{"created_at":"${row['created_at']}","updated_at":"${row['updated_at']}","version":${row['version']}}}`;
}

function matches(path: string, url: string): boolean {
  return path.endsWith('*') ? url.startsWith(path.slice(0, -1)) : url === path;
}
