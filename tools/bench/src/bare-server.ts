import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Pool } from 'pg';
import { rowFormat, sessionSettings, type Statement } from '@storewright/database';
import { findStatement } from '@storewright/meta';
import { insertion } from './cases';

/**
 * The floor: the least that answers the same bytes. node:http, one pool, one named prepared statement, rows passed through as Postgres printed them; no
 * token, no tenant, no row-level security (it connects as administrator), no checks, no log.
 */
export interface BareSettings {
  databaseUrl: string;
  port: number;
  shopId: string;
  /** Requests by the path that they come to (without query where `path` ends with `*`). */
  routes: BareRoute[];
}

export interface BareRoute {
  method: 'GET' | 'POST';
  path: string;
  kind: 'one' | 'page' | 'insert';
  /** Of a page. */
  statement?: Statement;
  /** The page's links as JSON, which the shop API computes and this server is given. */
  links?: string;
}

type Row = Record<string, string | number>;

/** Reads its settings from the channel to the process that started it. */
export function runBareServer(): void {
  process.once('message', (settings: BareSettings) => {
    const pool = new Pool({
      connectionString: settings.databaseUrl,
      max: 10,
      types: rowFormat,
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
  const body = page
    ? `{"jsonapi":{"version":"1.1","profile":["${profile}"]},"links":${route.links},"data":[${rows
        .slice(0, 25)
        .map((row) => object(row, origin))
        .join()}]}`
    : `{"jsonapi":{"version":"1.1"},"links":{"self":"${origin}/api/meta/${rows[0]!['id']}"},"data":${object(rows[0]!, origin)}}`;
  response.writeHead(request.method === 'POST' ? 201 : 200, {
    'content-type': page ? `application/vnd.api+json; profile="${profile}"` : 'application/vnd.api+json',
    'content-length': Buffer.byteLength(body),
  });
  response.end(body);
}

async function statementOf(route: BareRoute, request: IncomingMessage, shopId: string): Promise<Statement> {
  if (route.kind === 'page') return route.statement!;
  if (route.kind === 'one')
    return findStatement(shopId, request.url!.slice(request.url!.lastIndexOf('/') + 1));
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return insertion(
    shopId,
    (JSON.parse(text) as { data: { attributes: Parameters<typeof insertion>[1] } }).data.attributes,
  );
}

const profile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

function object(row: Row, origin: string): string {
  return `{"type":"meta","id":"${row['id']}","attributes":{"resource_type":${JSON.stringify(row['resource_type'])},"resource_id":${JSON.stringify(row['resource_id'])},"data":${row['data']}},"links":{"self":"${origin}/api/meta/${row['id']}"},"meta":{"created_at":"${row['created_at']}","updated_at":"${row['updated_at']}","version":${row['version']}}}`;
}

function matches(path: string, url: string): boolean {
  return path.endsWith('*') ? url.startsWith(path.slice(0, -1)) : url === path;
}
