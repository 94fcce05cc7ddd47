// Written in SQL: reads or writes every row of one shop in every table.
import { access } from 'node:fs/promises';
import type { Client } from 'pg';
import type { Servers } from '../migrate';
import type { RolePasswords, SchemaName } from '../roles';
import { type Connections, inTransactions, withConnections } from './connections';
import { exportShop, type WhichShop } from './export-shop';
import { checkFile } from './format';
import { quoted, type ShopFileTable, shopFileTables } from './shop-tables';

/** Rows that a deletion removes. Before the deletion: rows that it would remove. */
export interface Deletion {
  shop: { id: string; domain: string };
  /** Number of rows by table. Empty tables are omitted. */
  rows: Readonly<Record<string, number>>;
  /** Number of rows by table that the platform keeps, because they belong to people or to apps. */
  kept: Readonly<Record<string, number>>;
}

interface Shop {
  id: string;
  domain: string;
  status: string;
}

/** Minimum number of minutes between suspension and deletion, as for test shops (docs/adr/test-shops.md). */
const restMinutes = 5;

/** Counts the rows that `deleteShop` would remove, without deleting them. */
export function planDeletion(
  servers: Servers,
  passwords: Pick<RolePasswords, 'owner'>,
  which: WhichShop,
): Promise<Deletion> {
  return withConnections(servers, passwords, (connections) =>
    inTransactions(connections, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
      const shop = await shopOf(connections.auth, which);
      return planOf(connections, shop, await tablesOf(connections));
    }),
  );
}

/**
 * Exports a suspended shop into `path`, then deletes all its rows, in one transaction of each database. Deletes the
 * shop data first, because the auth data records that the shop exists. A second run continues where an interrupted run
 * stopped, with the file of that run. Calls `deleteImages` after the export, because the bucket takes part in no
 * transaction.
 */
export async function deleteShop(
  servers: Servers,
  passwords: Pick<RolePasswords, 'owner'>,
  which: WhichShop,
  path: string,
  deleteImages: (shop_id: string) => Promise<unknown> = async () => undefined,
): Promise<Deletion & { resumed: boolean }> {
  const before = await planDeletion(servers, passwords, which);
  const { id } = before.shop;
  await withConnections(servers, passwords, (connections) =>
    inTransactions(connections, 'BEGIN', () => lockSuspended(connections.auth, id)),
  );
  const resumed = await isExported(path, before);
  if (!resumed) await exportShop(servers, passwords, { id }, path);
  await deleteImages(id);
  return withConnections(servers, passwords, (connections) =>
    inTransactions(connections, 'BEGIN', async () => {
      await lockSuspended(connections.auth, id);
      const tables = await tablesOf(connections);
      const deletion = await planOf(connections, before.shop, tables);
      await refuseUnexported(path, deletion, resumed);
      for (const table of tables.toReversed()) await deleteRows(connections, table, id);
      await connections.auth.query(`SELECT pg_notify('storewright_credentials', $1)`, [
        JSON.stringify({ shop_id: id }),
      ]);
      return { ...deletion, resumed };
    }),
  );
}

/** Returns the tables with rows of a shop. A table follows the tables to which it refers. */
async function tablesOf(connections: Connections): Promise<ShopFileTable[]> {
  const all = async (schema: SchemaName) =>
    (await shopFileTables(connections[schema], schema)).filter(({ goes }) => goes === 'of the shop');
  return [...(await all('auth')), ...(await all('shop'))];
}

const ofShop = ({ name }: ShopFileTable) => (name === 'auth.shops' ? 'id = $1' : 'shop_id = $1');

async function planOf(
  connections: Connections,
  { id, domain }: Pick<Shop, 'id' | 'domain'>,
  tables: readonly ShopFileTable[],
): Promise<Deletion> {
  const rows: Record<string, number> = {};
  for (const table of tables) {
    const count = await countIn(connections[table.schema], `${table.name} WHERE ${ofShop(table)}`, id);
    if (count > 0) rows[table.name] = count;
  }
  return { shop: { id, domain }, rows, kept: await keptOf(connections.auth, id) };
}

async function keptOf(auth: Client, id: string): Promise<Record<string, number>> {
  const counts = {
    'people who are members of this shop alone':
      'auth.owners o WHERE o.id IN (SELECT owner_id FROM auth.members WHERE shop_id = $1) AND NOT EXISTS (SELECT FROM auth.members m WHERE m.owner_id = o.id AND m.shop_id <> $1)',
    'apps that were installed':
      'auth.apps WHERE id IN (SELECT app_id FROM auth.installations WHERE shop_id = $1)',
    'entries in the logs of people that name the shop':
      "auth.audit_entries WHERE shop_id IS NULL AND detail ->> 'shop_id' = $1::text",
  };
  const kept: Record<string, number> = {};
  for (const [what, from] of Object.entries(counts)) kept[what] = await countIn(auth, from, id);
  return kept;
}

async function countIn(client: Client, from: string, id: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`SELECT count(*) AS count FROM ${from}`, [id]);
  return Number(rows[0]!.count);
}

async function deleteRows(connections: Connections, table: ShopFileTable, id: string): Promise<void> {
  await connections[table.schema].query(`DELETE FROM ${table.name} WHERE ${ofShop(table)}`, [id]);
}

async function shopOf(auth: Client, which: WhichShop): Promise<Shop> {
  const [column, value] = Object.entries(which)[0] as ['domain' | 'id', string];
  const { rows } = await auth.query<Shop>(
    `SELECT id, domain, status FROM auth.shops WHERE ${quoted(column)}::text = $1`,
    [value],
  );
  if (!rows[0]) throw new Error(`no shop has the ${column} ${value}`);
  return rows[0];
}

/**
 * Locks the shop and checks that it was suspended long enough. Requests and deliveries that started before
 * the suspension end within some minutes. After that, no process writes into the shop.
 */
async function lockSuspended(auth: Client, id: string): Promise<Shop> {
  const { rows } = await auth.query<Shop & { at_rest: boolean }>(
    `SELECT id, domain, status, updated_at < now() - interval '${restMinutes} minutes' AS at_rest FROM auth.shops WHERE id = $1 FOR UPDATE`,
    [id],
  );
  const [shop] = rows;
  if (!shop) throw new Error(`the shop ${id} is gone`);
  if (shop.status !== 'suspended')
    throw new Error(`the shop ${shop.domain} is ${shop.status}: suspend it first (suspend-shop).`);
  if (!shop.at_rest)
    throw new Error(
      `the shop ${shop.domain} was changed or suspended less than ${restMinutes} minutes ago: requests and deliveries may be under way. Try again later.`,
    );
  return shop;
}

/**
 * True if an earlier run exported the shop into this file and deleted its shop data. Throws if the file
 * exists and is not such an export.
 */
async function isExported(path: string, { shop, rows }: Deletion): Promise<boolean> {
  if (!(await isThere(path))) return false;
  const { header } = await checkFile(path);
  const hasShopData = Object.keys(rows).some((name) => name.startsWith('shop.'));
  if (header.shop.id === shop.id && !hasShopData) return true;
  throw new Error(`${path} already exists. Name a file that does not exist.`);
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Throws if rows were added after the export by requests that were running when the shop was suspended. */
async function refuseUnexported(path: string, { rows }: Deletion, resumed: boolean): Promise<void> {
  if (resumed) return;
  const exported = (await checkFile(path)).rows;
  const differs = Object.entries(rows).find(
    ([name, count]) => name.startsWith('shop.') && (exported[name] ?? 0) !== count,
  );
  if (differs)
    throw new Error(`${differs[0]} has changed since the export. Run the command again with another file.`);
}
