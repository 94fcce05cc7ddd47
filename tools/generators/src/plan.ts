import type { Tree } from 'nx/src/generators/tree';
import type { Library } from './checks';
import type { Names } from './names';

export const migrationsFile = 'libs/platform/schema/src/migrations.ts';

/** What is made, and where. */
export interface Plan {
  names: Names;
  library: Library;
  /** The folder of the resource. */
  folder: string;
  /** The class of the migration, with its time, and its file without `.ts`. */
  migration: string;
  migrationFile: string;
  /** What stands in the templates in braces. */
  words: Readonly<Record<string, string>>;
}

export function planOf(tree: Tree, names: Names, library: Library): Plan {
  const migration = `Create${names.Plural}${timeBehindTheLast(tree.read(migrationsFile, 'utf8') ?? '')}`;
  return {
    ...{ names, library, migration },
    folder: `libs/shop/${library.name}/src/${names.file}`,
    migrationFile: `libs/platform/schema/src/shop/create-${names.file}`,
    words: { ...names, migration, lib: library.name },
  };
}

/** Migrations run in the order of the times in their names. */
function timeBehindTheLast(text: string): number {
  const times = [...text.matchAll(/\w(\d{13})\b/g)].map(([, time]) => Number(time));
  if (times.length === 0) throw new Error(`${migrationsFile} has no migration with its time.`);
  return Math.max(...times) + 100_000;
}

/** The new files, each from its template. */
export function files(plan: Plan): { path: string; from: string }[] {
  const { names, library, folder, migrationFile } = plan;
  const parts = ['dto.spec.ts', 'dto.ts', 'resource.ts', 'rows.ts'];
  const wiring = ['project.json', 'tsconfig.json', 'jest.config.cjs'];
  return [
    ...parts.map((from) => ({ path: `${folder}/${names.file}.${from}`, from })),
    ...(library.isNew ? wiring : []).map((from) => ({ path: `libs/shop/${library.name}/${from}`, from })),
    ...(library.isNew ? [{ path: `libs/shop/${library.name}/src/index.ts`, from: 'index.ts' }] : []),
    { path: `${migrationFile}.ts`, from: 'migration.ts' },
    { path: `apps/shop-api/src/${names.file}.spec.ts`, from: 'app.spec.ts' },
  ];
}
