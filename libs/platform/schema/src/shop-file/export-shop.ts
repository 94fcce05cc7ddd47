import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import type { Servers } from '../migrate';
import type { RolePasswords } from '../roles';
import { type Connections, inTransactions, newestMigrations, withConnections } from './connections';
import { formatName, formatVersion, type Header, type RowLine } from './format';
import { quoted, type ShopFileTable, shopFileTables } from './shop-tables';

export type WhichShop = { domain: string } | { id: string };

export interface Exported {
  shop: { id: string; domain: string };
  rows: number;
  bytes: number;
}

/** Number of rows per query. The limit bounds memory use, because a row can have tens of kilobytes. */
const rowsAtOnce = 200;
/**
 * SQL that exports the password hash only of members of the shop without a second factor. Second factors are
 * not exported, and a password alone must not open an account that had a second factor. The hashes of other
 * people, such as app developers, must stay on this platform.
 */
const password = `CASE WHEN id IN (SELECT owner_id FROM auth.members WHERE shop_id = $1) AND NOT EXISTS (SELECT FROM auth.totp_devices d WHERE d.owner_id = owners.id)
  AND NOT EXISTS (SELECT FROM auth.passkeys k WHERE k.owner_id = owners.id) THEN password_hash ELSE 'none' END`;
const asText = { getTypeParser: () => (text: string) => text };

/**
 * Exports all rows of a shop to a file, from one snapshot per database (docs/adr/backups.md). Creates the
 * file only if the export is complete. Only the owner of the file can read it. `servers` contains connection
 * strings of administrators.
 */
export function exportShop(
  servers: Servers,
  passwords: Pick<RolePasswords, 'owner'>,
  which: WhichShop,
  path: string,
): Promise<Exported> {
  return withConnections(servers, passwords, (connections) =>
    inTransactions(connections, 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY', async () => {
      const shop = await shopOf(connections.auth, which);
      const [text, unfinished] = [new ShopText(connections, shop), `${path}.unfinished`];
      try {
        await pipeline(Readable.from(text.chunks()), createWriteStream(unfinished, { mode: 0o600 }));
        await rename(unfinished, path);
      } catch (error) {
        await rm(unfinished, { force: true });
        throw error;
      }
      return { shop, rows: text.rows, bytes: text.bytes };
    }),
  );
}

async function shopOf(auth: Client, which: WhichShop): Promise<Exported['shop']> {
  const [column, value] = Object.entries(which)[0] as ['domain' | 'id', string];
  const { rows } = await auth.query<Exported['shop']>(
    `SELECT id, domain FROM auth.shops WHERE ${column}::text = $1`,
    [value],
  );
  if (!rows[0]) throw new Error(`no shop has the ${column} ${value}`);
  return rows[0];
}

class ShopText {
  rows = 0;
  bytes = 0;
  private readonly hash = createHash('sha256');
  private readonly counts: Record<string, number> = {};

  constructor(
    private readonly connections: Connections,
    private readonly shop: Exported['shop'],
  ) {}

  async *chunks(): AsyncGenerator<string> {
    const header: Header = {
      ...{ format: formatName, version: formatVersion, schema: await newestMigrations(this.connections) },
      ...{ shop: this.shop, exported_at: new Date().toISOString() },
    };
    yield this.noted(line(header));
    for (const schema of ['auth', 'shop'] as const)
      for (const table of await shopFileTables(this.connections[schema], schema)) yield* this.rowsOf(table);
    const trailer = line({ end: { rows: this.counts, sha256: this.hash.digest('hex') } });
    this.bytes += Buffer.byteLength(trailer);
    yield trailer;
  }

  private async *rowsOf(table: ShopFileTable): AsyncGenerator<string> {
    const client = this.connections[table.schema];
    const columns = table.columns.map(({ name }) => name);
    yield this.noted(line({ table: table.name, columns }));
    await client.query(
      `DECLARE of_shop NO SCROLL CURSOR FOR SELECT ${columns.map(selected(table)).join(', ')} FROM ${table.name}
       WHERE ${table.condition} ORDER BY ${table.key.map(quoted).join(', ')}`.replaceAll(
        '$1',
        client.escapeLiteral(this.shop.id),
      ),
    );
    this.counts[table.name] = 0;
    for (;;) {
      const text = `FETCH ${rowsAtOnce} FROM of_shop`;
      const { rows } = await client.query<RowLine>({ text, rowMode: 'array', types: asText });
      this.counts[table.name]! += rows.length;
      this.rows += rows.length;
      if (rows.length > 0) yield this.noted(rows.map(line).join(''));
      if (rows.length < rowsAtOnce) break;
    }
    await client.query('CLOSE of_shop');
  }

  private noted(text: string): string {
    this.hash.update(text);
    this.bytes += Buffer.byteLength(text);
    return text;
  }
}

const line = (content: unknown) => `${JSON.stringify(content)}\n`;

function selected({ name: table }: ShopFileTable): (column: string) => string {
  return (column) => (table === 'auth.owners' && column === 'password_hash' ? password : quoted(column));
}
