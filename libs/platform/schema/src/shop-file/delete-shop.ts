import { access } from 'node:fs/promises';
import type { Client } from 'pg';
import type { Servers } from '../migrate';
import type { RolePasswords, SchemaName } from '../roles';
import { type Connections, inTransactions, withConnections } from './connections';
import { exportShop, type WhichShop } from './export-shop';
import { checkFile } from './format';
import { quoted, type ShopFileTable, shopFileTables } from './shop-tables';

export interface Deletion {
  shop: { id: string; domain: string };
  rows: Readonly<Record<string, number>>;
  /** Number of rows that remain because they belong to people or apps, keyed by a description of the rows. */
  kept: Readonly<Record<string, number>>;
}

interface Shop {
  id: string;
  domain: string;
  status: string;
}

/**
 * Minimum time in minutes between the suspension and the deletion of a shop, as for test shops
 * (docs/adr/test-shops.md).
 */
const restMinutes = 5;

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
 * Exports a suspended shop to the file `path`, then deletes its rows. Deletes the shop data before the auth
 * data, because the auth data records that the shop exists. An interrupted run can be repeated with the same
 * file. `deleteImages` runs after the export, because a transaction cannot undo the deletion of objects in a
 * bucket.
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
 * Locks the shop. Throws unless the shop has been suspended for `restMinutes`, so that all requests and
 * webhook deliveries from before the suspension have ended.
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
 * True if an interrupted run has already exported the shop to this file and deleted its shop data. Throws if
 * the file exists but is not the export of that run.
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

/**
 * Throws if the number of rows changed after the export. A request that was running during the suspension may
 * have written rows.
 */
async function refuseUnexported(path: string, { rows }: Deletion, resumed: boolean): Promise<void> {
  if (resumed) return;
  const exported = (await checkFile(path)).rows;
  const [table] =
    Object.entries(rows).find(
      ([name, count]) => name.startsWith('shop.') && (exported[name] ?? 0) !== count,
    ) ?? [];
  if (table)
    throw new Error(`Table ${table} has changed since the export. Run the command again with another file.`);
}
