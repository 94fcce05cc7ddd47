import type { Client } from 'pg';
import type { Servers } from '../migrate';
import type { RolePasswords, SchemaName } from '../roles';
import { startEpochOf } from '../start-epoch';
import { type Connections, inTransactions, newestMigrations, withConnections } from './connections';
import { type CheckedFile, checkFile, contentsOf, type Header } from './format';
import { type ImportOptions, RowWriter } from './row-writer';
import { type ShopFileTable, shopFileTables } from './shop-tables';

export interface Imported {
  shop: { id: string; domain: string };
  rows: number;
  resumed: boolean;
}

/**
 * Creates a shop from an export file, in one transaction per database. Keeps ids, versions, timestamps and
 * event sequence numbers. The event log starts a new epoch. Throws before any write if the file does not
 * match the schema (docs/adr/backups.md).
 */
export async function importShop(
  servers: Servers,
  passwords: Pick<RolePasswords, 'owner'>,
  path: string,
  options: ImportOptions,
): Promise<Imported> {
  const file = await checkFile(path);
  return withConnections(servers, passwords, async (connections) => {
    refuseOtherSchema(file.header, await newestMigrations(connections));
    return inTransactions(connections, 'BEGIN', () => intoTables(connections, path, file, options));
  });
}

async function intoTables(
  connections: Connections,
  path: string,
  { header: { shop }, rows }: CheckedFile,
  options: ImportOptions,
): Promise<Imported> {
  if (options.reservedDomains?.includes(shop.domain))
    throw new Error(`the domain ${shop.domain} is reserved for the platform here (RESERVED_DOMAINS).`);
  await refuseKnownShop(connections.auth, shop);
  const tables = await tablesIn(connections);
  const resumed = await isThere(connections.shop, shop.id, [...tables.values()], rows);
  const writer = new RowWriter(connections, options);
  let writes = true;
  for await (const content of contentsOf(path))
    if (Array.isArray(content)) {
      if (writes) await writer.write(content);
    } else {
      const table = tables.get(content.table);
      if (!table) throw new Error(`the file has rows of ${content.table}, which is no table of a shop here.`);
      writes = !(resumed && table.schema === 'shop');
      await writer.begin(table, content.columns);
    }
  await writer.end();
  if (!resumed) await takeOver(connections.shop, shop.id);
  return { shop, rows: Object.values(rows).reduce((sum, count) => sum + count, 0), resumed };
}

async function tablesIn(connections: Connections): Promise<Map<string, ShopFileTable>> {
  const all = (schema: SchemaName) => shopFileTables(connections[schema], schema);
  return new Map([...(await all('auth')), ...(await all('shop'))].map((table) => [table.name, table]));
}

function refuseOtherSchema({ schema }: Header, here: Record<SchemaName, string>): void {
  for (const name of ['auth', 'shop'] as const)
    if (schema[name] !== here[name])
      throw new Error(
        `the file is of the schema ${schema[name]}, and here it is ${here[name]}: bring both platforms to the same release, and export the shop again.`,
      );
}

async function refuseKnownShop(auth: Client, { id, domain }: Header['shop']): Promise<void> {
  const { rows } = await auth.query<Header['shop']>(
    'SELECT id, domain FROM auth.shops WHERE id = $1 OR domain = $2',
    [id, domain],
  );
  const same = rows.find((row) => row.id === id);
  if (same) throw new Error(`the shop ${same.domain} (${id}) is here already.`);
  if (rows[0]) throw new Error(`the domain ${domain} is that of another shop here (${rows[0].id}).`);
}

/**
 * True if an interrupted import has already written the shop data. Throws if the rows in the database differ
 * from the export file.
 */
async function isThere(
  client: Client,
  shop_id: string,
  tables: readonly ShopFileTable[],
  expected: Readonly<Record<string, number>>,
): Promise<boolean> {
  let [found, differs] = [0, ''];
  for (const { name } of tables.filter(({ schema }) => schema === 'shop')) {
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) AS count FROM ${name} WHERE shop_id = $1`,
      [shop_id],
    );
    const count = Number(rows[0]!.count);
    found += count;
    if (count !== (expected[name] ?? 0)) differs ||= name;
  }
  if (found > 0 && differs)
    throw new Error(
      `the shop data has rows of the shop ${shop_id} that are not those of the file (${differs}), and the directory has no such shop: are AUTH_ADMIN_URL and SHOP_ADMIN_URL of one platform?`,
    );
  return found > 0;
}

/**
 * Starts a new epoch of the event log, because the source platform may assign the same sequence numbers to
 * different events. Releases the leases that workers of the source platform hold on webhook streams.
 */
async function takeOver(client: Client, shop_id: string): Promise<void> {
  await startEpochOf(client, shop_id);
  await client.query(
    'UPDATE shop.webhook_streams SET locked_by = NULL, locked_until = NULL WHERE shop_id = $1',
    [shop_id],
  );
}
