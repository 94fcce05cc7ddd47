import { products, variants } from '@storewright/catalog';
import type { Statement } from '@storewright/database';
import { isToMany, type Resource, type DocumentRow } from '@storewright/json-api';
import { codes, customers, orders } from '@storewright/sales';
import type { Pool } from 'pg';
import { barePool, reply, serveBare } from '../bare';

export interface BareStoreSettings {
  databaseUrl: string;
  routes: BareList[];
}

/**
 * A list that the baseline server serves: the page, its included resources, and pagination links that are
 * copied from a response of the shop API.
 */
export interface BareList {
  path: string;
  type: string;
  page: Statement;
  included: IncludedStatement[];
  links: unknown;
}

/**
 * SQL statement that reads included resources. `column` is the column of a to-one relationship, or undefined
 * for a to-many relationship. The second parameter of the statement is an array of ids.
 */
export interface IncludedStatement {
  name: string;
  type: string;
  column?: string;
  statement: Statement;
}

const resources: readonly Resource[] = [products, variants, customers, codes, orders];
const resourceOf = (type: string) => resources.find((each) => each.type === type)!;
const profile = 'https://jsonapi.org/profiles/ethanresnick/cursor-pagination/';

/**
 * Serves lists for comparison with the shop API. Parses rows and builds the same documents as the shop API,
 * without tokens, tenants, row-level security, checks and logging.
 */
export function runBareStore(): void {
  serveBare<BareStoreSettings>(({ databaseUrl, routes }) => {
    const pool = barePool(databaseUrl);
    return (request, response) => {
      const route = routes.find(({ path }) => path === request.url)!;
      void listed(pool, route, `http://${request.headers.host}`).then((document) =>
        reply(response, 200, document),
      );
    };
  });
}

async function listed(
  pool: Pool,
  { type, page, included: statements, links }: BareList,
  origin: string,
): Promise<object> {
  const read = async ({ name, text, values }: Statement, ids?: unknown[]) => {
    const bound = ids ? [values![0], ids, ...values!.slice(2)] : values!;
    return (await pool.query<DocumentRow>({ name: name!, text, values: bound as unknown[] })).rows;
  };
  const rows = (await read(page)).slice(0, 25);
  const members = new Map<unknown, Record<string, object[]>>(rows.map(({ id }) => [id, {}]));
  const included = new Map<unknown, object>();
  for (const { name, type: other, column, statement } of statements) {
    const ids = [...new Set(rows.map((row) => row[column ?? 'id']).filter((id) => id !== null))];
    if (!column) for (const of of members.values()) of[name] = [];
    for (const related of await read(statement, ids)) {
      if (!column) members.get(related['of'])![name]!.push({ type: other, id: related['id'] });
      if (!included.has(related['id']))
        included.set(related['id'], objectOf(resourceOf(other), related, origin));
    }
  }
  return {
    ...{ jsonapi: { version: '1.1', profile: [profile] }, links },
    data: rows.map((row) => objectOf(resourceOf(type), row, origin, members.get(row['id']))),
    ...(statements.length > 0 && { included: [...included.values()] }),
  };
}

export function objectOf(
  resource: Resource,
  row: DocumentRow,
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
