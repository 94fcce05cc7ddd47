import type { Tree } from 'nx/src/generators/tree';

export interface MigrationOptions {
  /** Name of the migration in kebab case, such as `add-return-notes`. */
  name: string;
  lib: string;
  /**
   * Database schema. Defaults to `auth` for libraries in `libs/auth`, and to `shop` for all other libraries.
   */
  schema?: 'auth' | 'shop';
  /** If true, writes a TypeScript class instead of SQL, for a migration that needs code. */
  code?: boolean;
}

const NAME = /^[a-z]+(?:-[a-z0-9]+)*$/;
const FILE = /^(?<time>\d{13})-.*\.(?:sql|ts)$/;

export function generateMigration(tree: Tree, options: MigrationOptions): () => void {
  const { name, lib, code = false } = options;
  if (!NAME.test(name))
    throw new Error(`"${name}" must be lower-case words joined by -, such as add-return-notes.`);
  const libraries = tree.children('libs').map((layer) => `libs/${layer}/${lib}`);
  const folder = libraries.find((path) => tree.exists(`${path}/project.json`));
  if (!folder) throw new Error(`--lib=${lib}: there is no library ${libraries.join(' or ')}.`);
  const { schema = folder.startsWith('libs/auth/') ? 'auth' : 'shop' } = options;
  const time = Math.max(Date.now(), newestTime(tree) + 1);
  const path = `${folder}/migrations/${schema}/${time}-${name}.${code ? 'ts' : 'sql'}`;
  tree.write(path, code ? classText(name, time) : SQL_TEXT);
  return () =>
    process.stdout.write(`\nWrite ${path} (docs/migrations.md), then run:\n  npx nx test schema\n`);
}

/**
 * Returns the newest timestamp in the names of all migrations. A new migration gets a later timestamp, so
 * that it runs last.
 */
function newestTime(tree: Tree): number {
  const folders = tree
    .children('libs')
    .flatMap((layer) =>
      tree
        .children(`libs/${layer}`)
        .flatMap((lib) => ['auth', 'shop'].map((schema) => `libs/${layer}/${lib}/migrations/${schema}`)),
    );
  const times = folders
    .flatMap((folder) => tree.children(folder))
    .map((file) => Number(FILE.exec(file)?.groups?.['time'] ?? 0));
  return Math.max(0, ...times);
}

const SQL_TEXT = `-- What changes, and why. Expand first; contract one release later (docs/migrations.md).
`;

function classText(name: string, time: number): string {
  const className = name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `import { backfill } from '@storewright/schema';
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ${className}${time} implements MigrationInterface {
  /** Each batch has its own transaction. */
  transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    await backfill(runner, { table: 'shop.TABLE', set: 'COLUMN = VALUE', where: 'COLUMN IS NULL' });
  }
  async down(): Promise<void> {}
}
`;
}
