// oxlint-disable-next-line typescript/triple-slash-reference -- Programs of other projects need the declaration.
/// <reference path="./collected.d.ts" />
import { files } from 'collected:migrations';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import type { SchemaName } from './roles';
import { statementsIn } from './sql-statements';

export interface Migration {
  new (): MigrationInterface;
  readonly name: string;
  /** Path of the migration file, relative to the root of the repository. */
  readonly path: string;
  readonly sql?: string;
  /** Tag of a release that no longer uses the objects that this migration removes. */
  readonly contractsAfter?: string;
}

type MigrationClass = Omit<Migration, 'path'> & (new () => MigrationInterface);

const FILE_NAME =
  /\/migrations\/(?<schema>auth|shop)\/(?<time>\d{13})-(?<words>[a-z][a-z0-9-]*)\.(?:sql|ts)$/;

/**
 * All migrations, ordered by the timestamps in their file names. A migration is
 * `<library>/migrations/<schema>/<time>-<name>.sql`, or a .ts file that exports a class. Never edit a
 * migration that is on the main branch. Add first, and remove one release later (docs/migrations.md).
 */
export const authMigrations = migrationsOf('auth', files);
export const shopMigrations = migrationsOf('shop', files);

/** Throws if a migration file has an invalid name or the same timestamp as another migration file. */
export function migrationsOf(schema: SchemaName, collected: typeof files): Migration[] {
  const byTime = new Map<string, Migration>();
  for (const [path, content] of collected) {
    const parts = FILE_NAME.exec(path)?.groups as Record<'schema' | 'time' | 'words', string> | undefined;
    if (!parts)
      throw new Error(
        `${path} must be named <time in ms>-<words>.sql, such as 1795000000000-create-notes.sql.`,
      );
    if (parts.schema !== schema) continue;
    const other = byTime.get(parts.time);
    if (other)
      throw new Error(`${path} has the same timestamp as ${other.path}. Give one of them a later timestamp.`);
    const name = classNameOf(parts.words) + parts.time;
    const migration = typeof content === 'string' ? fromSql(name, content) : fromClass(name, path, content);
    byTime.set(parts.time, Object.assign(migration, { path }));
  }
  return [...byTime.keys()].sort().map((time) => byTime.get(time)!);
}

function classNameOf(words: string): string {
  return words.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * Creates a migration from SQL text. Sends each statement separately, because Citus nodes accept only one
 * command per message.
 */
function fromSql(name: string, sql: string): MigrationClass {
  const SqlMigration = class implements MigrationInterface {
    static readonly sql = sql;
    async up(runner: QueryRunner): Promise<void> {
      for (const statement of statementsIn(sql)) await runner.query(statement);
    }
    down(): Promise<void> {
      return Promise.reject(new Error(`${name} cannot be undone. Write a later migration that reverses it.`));
    }
  };
  return Object.defineProperty(SqlMigration, 'name', { value: name });
}

function fromClass(name: string, path: string, exported: Readonly<Record<string, unknown>>): MigrationClass {
  const found = exported[name];
  if (typeof found !== 'function') throw new Error(`${path} must export the class ${name}.`);
  return found as MigrationClass;
}
