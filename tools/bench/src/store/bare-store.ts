import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { products, variants } from '@storewright/catalog';
import { rowFormat, sessionSettings, type Statement } from '@storewright/database';
import { isToMany, type Resource, type Row } from '@storewright/json-api';
import { codes, customers, orders } from '@storewright/sales';
import { type CustomTypesConfig, Pool, types } from 'pg';

/** What the server of the lists is told. */
export interface BareStoreSettings {
  databaseUrl: string;
  routes: BareList[];
}

/** One list: its page, what is included with it, and its links, which the shop API computes and this server is given. */
export interface BareList {
  path: string;
  type: string;
  page: Statement;
  along: Along[];
  links: unknown;
}

/** `column`: of the one that each row has; without it they are many. The second value of the statement are the ids. */
export interface Along {
  name: string;
  type: string;
  column?: string;
  statement: Statement;
}

const resources: readonly Resource[] = [products, variants, customers, codes, orders];
const resourceOf = (type: string) => resources.find((each) => each.type === type)!;
const profile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/**
 * The floor of lists: node:http, one pool, named prepared statements; no token, no tenant, no row-level security, no checks, no log. Parses what Postgres sends
 * and builds the same document of objects. Says its port over the channel.
 */
export function runBareStore(): void {
  process.once('message', ({ databaseUrl, routes }: BareStoreSettings) => {
    const pool = new Pool({
      connectionString: databaseUrl,
      max: 10,
      types: parsed,
      options: sessionSettings,
    });
    const server = createServer((request, response) => {
      const route = routes.find(({ path }) => path === request.url)!;
      void listed(pool, route, `http://${request.headers.host}`).then((document) => {
        const body = JSON.stringify(document);
        const length = Buffer.byteLength(body);
        response.writeHead(200, { 'content-type': 'application/vnd.api+json', 'content-length': length });
        response.end(body);
      });
    });
    server.listen(0, '127.0.0.1', () => process.send!((server.address() as AddressInfo).port));
  });
  process.once('disconnect', () => process.exit(0));
}

async function listed(pool: Pool, { type, page, along, links }: BareList, origin: string): Promise<object> {
  const read = async ({ name, text, values }: Statement, ids?: unknown[]) => {
    const given = ids ? [values![0], ids, ...values!.slice(2)] : values!;
    return (await pool.query<Row>({ name: name!, text, values: given as unknown[] })).rows;
  };
  const rows = (await read(page)).slice(0, 25);
  const members = new Map<unknown, Record<string, object[]>>(rows.map(({ id }) => [id, {}]));
  const included = new Map<unknown, object>();
  for (const { name, type: other, column, statement } of along) {
    const ids = [...new Set(rows.map((row) => row[column ?? 'id']).filter((id) => id !== null))];
    if (!column) for (const of of members.values()) of[name] = [];
    for (const found of await read(statement, ids)) {
      if (!column) members.get(found['of'])![name]!.push({ type: other, id: found['id'] });
      if (!included.has(found['id'])) included.set(found['id'], objectOf(resourceOf(other), found, origin));
    }
  }
  return {
    ...{ jsonapi: { version: '1.1', profile: [profile] }, links },
    data: rows.map((row) => objectOf(resourceOf(type), row, origin, members.get(row['id']))),
    ...(along.length > 0 && { included: [...included.values()] }),
  };
}

export function objectOf(
  resource: Resource,
  row: Row,
  origin: string,
  members: Record<string, object[]> = {},
) {
  const self = `${origin}${resource.path}/${String(row['id'])}`;
  const pick = (names: object) => Object.fromEntries(Object.keys(names).map((name) => [name, row[name]]));
  const relationships = Object.entries(resource.relationships).map(([name, relationship]) => {
    const links = { self: `${self}/relationships/${name}`, related: `${self}/${name}` };
    if (isToMany(relationship)) return [name, { links, ...(members[name] && { data: members[name] }) }];
    const id = row[relationship.column];
    return [name, { links, data: id === null ? null : { type: relationship.type, id } }];
  });
  return {
    ...{ type: resource.type, id: row['id'], attributes: pick(resource.attributes) },
    ...{ relationships: Object.fromEntries(relationships) as object, links: { self } },
    meta: pick(resource.meta),
  };
}

/** As the driver parses by itself, but for timestamps, whose microseconds its Date would drop, and for amounts. */
const [int8, timestamptz] = [20, 1184];
export const parsed: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text') =>
    oid === int8
      ? Number
      : (oid === timestamptz ? rowFormat : types).getTypeParser(
          oid,
          format,
        )) as CustomTypesConfig['getTypeParser'],
};
