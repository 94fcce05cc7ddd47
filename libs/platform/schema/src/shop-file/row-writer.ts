import { open, seal, type SealingKeys } from '@storewright/tokens';
import type { Connections } from './connections';
import type { RowLine } from './format';
import { quoted, type ShopFileTable } from './shop-tables';

/** Maximum numbers of values and rows per INSERT statement. Postgres accepts at most 65,535 parameters. */
const [valuesAtOnce, rowsAtOnce] = [30_000, 500];

export interface ImportOptions {
  /** Encryption keys of this platform. The first key encrypts imported secrets. */
  keys: SealingKeys;
  /** Encryption keys of the source platform. undefined if both platforms have the same keys. */
  sourceKeys?: SealingKeys | undefined;
  /**
   * If true, people in the export file become the existing people of this platform with the same email
   * addresses.
   */
  samePeople?: boolean;
  reservedDomains?: readonly string[];
}

/**
 * Imports the rows of an export file in batches, one table after another. Existing people and apps stay
 * unchanged.
 */
export class RowWriter {
  private table: ShopFileTable | undefined;
  private columns: string[] = [];
  private waiting: RowLine[] = [];
  /** Ids of people on this platform, keyed by their ids in the export file. */
  private readonly people = new Map<string, string>();
  /** Ids of apps that already exist on this platform. The import skips the secrets of these apps. */
  private readonly known = new Set<string>();

  constructor(
    private readonly connections: Connections,
    private readonly options: ImportOptions,
  ) {}

  async begin(table: ShopFileTable, columns: string[]): Promise<void> {
    await this.end();
    const missing = columns.find((column) => !table.columns.some(({ name }) => name === column));
    if (missing) throw new Error(`the file has a column ${missing} of ${table.name}, which is not here.`);
    [this.table, this.columns] = [table, columns];
  }

  async write(row: RowLine): Promise<void> {
    const table = this.table!;
    const own = this.withPeople(row);
    if (table.goes === 'as they are named') return this.writeUnlessKnown(own);
    if (table.goes === 'with their app') {
      if (this.known.has(this.valueOf(own, 'app_id')!)) return;
      this.replace(own, 'sealed', (text) => this.resealed(text));
    }
    this.waiting.push(own);
    if (this.waiting.length >= Math.min(rowsAtOnce, valuesAtOnce / this.columns.length)) await this.end();
  }

  async end(): Promise<void> {
    if (this.waiting.length === 0) return;
    const rows = this.waiting.splice(0);
    await this.insert(rows);
  }

  private async writeUnlessKnown(row: RowLine): Promise<void> {
    const id = this.valueOf(row, 'id')!;
    if (this.table!.name === 'auth.owners' && (await this.isTaken(row, id))) return;
    const isNew = await this.insert([row], 'ON CONFLICT (id) DO NOTHING');
    if (!isNew) this.known.add(id);
  }

  private async isTaken(row: RowLine, id: string): Promise<boolean> {
    const { rows } = await this.connections.auth.query<{ id: string }>(
      'SELECT id FROM auth.owners WHERE email_key = $1 AND id <> $2',
      [this.valueOf(row, 'email_key'), id],
    );
    if (!rows[0]) return false;
    if (!this.options.samePeople)
      throw new Error(
        `the address ${this.valueOf(row, 'email')} is that of another account here: where it is the same person, import with --same-people; else change the address on one of the two platforms first.`,
      );
    this.people.set(id, rows[0].id);
    return true;
  }

  private withPeople(row: RowLine): RowLine {
    const own = [...row];
    for (const { table, columns } of this.table!.references)
      if (table === 'auth.owners')
        this.replace(own, columns[0]!, (person) => this.people.get(person) ?? person);
    return own;
  }

  /**
   * Returns an encrypted secret that this platform can decrypt. Encrypts the secret again if the source
   * platform used another key.
   */
  private resealed(text: string): string {
    const [, keyId = ''] = text.split(':');
    const { keys, sourceKeys } = this.options;
    const [known, setting] = sourceKeys ? [sourceKeys, 'SOURCE_SECRETS_KEY'] : [keys, 'SECRETS_KEY'];
    if (!known.has(keyId))
      throw new Error(
        `secrets of the file are sealed with the key "${keyId}", which is not in ${setting}: set SOURCE_SECRETS_KEY to the SECRETS_KEY of the platform that the shop comes from.`,
      );
    try {
      const secret = open(known, text);
      return sourceKeys ? seal(keys, secret) : text;
    } catch {
      throw new Error(`the key "${keyId}" in ${setting} is another one than that which sealed the secrets.`);
    }
  }

  private valueOf(row: RowLine, column: string): string | null {
    return row[this.columns.indexOf(column)] ?? null;
  }

  private replace(row: RowLine, column: string, by: (value: string) => string): void {
    const at = this.columns.indexOf(column);
    const value = row[at];
    if (typeof value === 'string') row[at] = by(value);
  }

  private async insert(rows: RowLine[], onConflict = ''): Promise<number> {
    const { name, schema, columns } = this.table!;
    const types = this.columns.map((column) => columns.find((each) => each.name === column)!.type);
    const tuples = rows.map(
      (_, row) => `(${types.map((type, at) => `$${row * types.length + at + 1}::${type}`).join(', ')})`,
    );
    const text = `INSERT INTO ${name} (${this.columns.map(quoted).join(', ')}) VALUES ${tuples.join(', ')} ${onConflict}`;
    const { rowCount } = await this.connections[schema].query(text, rows.flat());
    return rowCount ?? 0;
  }
}
