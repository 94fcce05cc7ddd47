import type { ClientBase } from 'pg';
import type { SchemaName } from '../roles';

export interface ShopFileTable {
  schema: SchemaName;
  name: string;
  columns: readonly { name: string; type: string }[];
  key: readonly string[];
  references: readonly Reference[];
  goes: Goes;
  /** SQL condition that selects the rows of a shop. `$1` is the shop id. */
  condition: string;
}

interface Reference {
  columns: string[];
  table: string;
}

/**
 * Reason why an export file contains rows of a table: they belong to the shop, an exported row refers to
 * them, or they belong to an exported app.
 */
type Goes = 'of the shop' | 'as they are named' | 'with their app';

/**
 * Tables of the auth schema without the column `shop_id`, each with the reason why an export contains its
 * rows. `stays` means that the export omits the rows. The export throws for a table that is missing in this
 * list.
 */
const directory: Readonly<Record<string, Goes | 'stays'>> = {
  'auth.shops': 'of the shop',
  'auth.owners': 'as they are named',
  'auth.apps': 'as they are named',
  'auth.app_icons': 'with their app',
  'auth.app_secrets': 'with their app',
  'auth.webhook_secrets': 'with their app',
  // The export omits sessions, emails and links, which are valid only on the exporting platform.
  'auth.sessions': 'stays',
  'auth.session_transfers': 'stays',
  'auth.device_authorizations': 'stays',
  'auth.device_refresh_tokens': 'stays',
  'auth.password_resets': 'stays',
  'auth.email_changes': 'stays',
  'auth.outgoing_mails': 'stays',
  // The export omits app listings, because the operator of the exporting platform has reviewed them.
  'auth.app_listings': 'stays',
  'auth.developer_domains': 'stays',
  'auth.listed_apps': 'stays',
  'auth.listing_images': 'stays',
  'auth.listing_versions': 'stays',
  // The export omits app contracts, because they describe the API of the exporting platform.
  'auth.api_declarations': 'stays',
  'auth.app_contracts': 'stays',
  'auth.deprecation_notices': 'stays',
  // The export omits passkeys, which are bound to the host names of the exporting platform, and with them all
  // second factors.
  'auth.passkeys': 'stays',
  'auth.passkey_challenges': 'stays',
  'auth.totp_devices': 'stays',
  'auth.recovery_codes': 'stays',
  'auth.rate_limits': 'stays',
  // The export omits token reports, because the exporting platform handles them.
  'auth.token_incidents': 'stays',
  // The export omits data of the platform itself.
  'auth.downloads': 'stays',
  'auth.key_checks': 'stays',
  'auth.retention_runs': 'stays',
};

interface Found extends Pick<ShopFileTable, 'schema' | 'name' | 'columns' | 'key' | 'references'> {
  goes: Goes | 'stays';
}

const catalogue = `
  SELECT n.nspname::text AS schema, n.nspname || '.' || c.relname AS name,
    (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
       FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns,
    (SELECT coalesce(json_agg(a.attname ORDER BY k.place), '[]') FROM pg_constraint o, unnest(o.conkey) WITH ORDINALITY k (number, place), pg_attribute a
       WHERE o.conrelid = c.oid AND o.contype = 'p' AND a.attrelid = c.oid AND a.attnum = k.number) AS key,
    (SELECT coalesce(json_agg(json_build_object('table', pn.nspname || '.' || p.relname, 'columns',
         (SELECT json_agg(a.attname) FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum = ANY (o.conkey)))), '[]')
       FROM pg_constraint o JOIN pg_class p ON p.oid = o.confrelid JOIN pg_namespace pn ON pn.oid = p.relnamespace
       WHERE o.conrelid = c.oid AND o.contype = 'f' AND o.confrelid <> c.oid) AS references
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE n.nspname = $1 AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'migrations' ORDER BY 2`;

/** Lists the tables that contain rows of shops. Each table follows the tables that it references. */
export async function shopFileTables(client: ClientBase, schema: SchemaName): Promise<ShopFileTable[]> {
  const { rows } = await client.query<Omit<Found, 'goes'>>(catalogue, [schema]);
  const found = rows.flatMap((row) => {
    const goes = goesOf(row);
    return goes ? [{ ...row, goes }] : [];
  });
  const byName = new Map(found.map((each) => [each.name, each]));
  return inOrder(found).flatMap((table) => {
    const { goes } = table;
    return goes === 'stays' ? [] : [{ ...table, goes, condition: conditionOf(table, byName) }];
  });
}

/** Tables that the export omits, because their rows are derived from the audit log and deleted with the shop. */
const derived = ['auth.audit_chains', 'auth.audit_links', 'auth.audit_heads'];

function goesOf({ schema, name, columns }: Omit<Found, 'goes'>): Goes | 'stays' | undefined {
  if (derived.includes(name)) return 'stays';
  if (columns.some((each) => each.name === 'shop_id')) return 'of the shop';
  // The reference tables of a Citus cluster belong to the platform, so the export omits them.
  if (schema === 'shop') return undefined;
  const goes = directory[name];
  if (!goes)
    throw new Error(`${name} has no shop_id. Declare in shop-tables.ts whether its rows belong to a shop.`);
  return goes;
}

function inOrder(tables: readonly Found[]): Found[] {
  const left = new Set(tables);
  const sorted: Found[] = [];
  while (left.size > 0) {
    const waits = ({ references }: Found) =>
      references.some(({ table }) => [...left].some(({ name }) => name === table));
    const next = [...left].filter((each) => !waits(each));
    if (next.length === 0)
      throw new Error(`these refer to each other: ${[...left].map(({ name }) => name).join(', ')}`);
    for (const each of next) left.delete(each);
    sorted.push(...next);
  }
  return sorted;
}

function conditionOf(table: Found, all: ReadonlyMap<string, Found>): string {
  const to = (name: string, from: Found) => from.references.find((each) => each.table === name)?.columns[0];
  if (table.goes === 'with their app')
    return `${to('auth.apps', table)} IN (SELECT id FROM auth.apps WHERE ${conditionOf(all.get('auth.apps')!, all)})`;
  if (table.goes === 'as they are named') {
    const naming = [...all.values()].filter(
      (each) => to(table.name, each) && each.goes !== 'stays' && each.goes !== 'with their app',
    );
    const named = naming.map(
      (each) => `SELECT ${to(table.name, each)} FROM ${each.name} WHERE ${conditionOf(each, all)}`,
    );
    return `id IN (${named.join(' UNION ')})`;
  }
  // Excludes rows that refer to a table without export, such as access tokens of a session.
  const staying = table.references.filter((each) => all.get(each.table)?.goes === 'stays');
  const own = table.name === 'auth.shops' ? 'id = $1' : 'shop_id = $1';
  return [own, ...staying.map(({ columns }) => `${columns[0]} IS NULL`)].join(' AND ');
}

/** Quotes an SQL identifier, because some column names are SQL keywords. */
export const quoted = (name: string) => `"${name}"`;
