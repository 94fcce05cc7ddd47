import type { Library } from './checks';
import type { Names } from './names';

/** The migrations of the shop data: their files, and the list of these. */
export const migrationsFolder = 'libs/platform/schema/src/shop';

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

export function planOf(names: Names, library: Library): Plan {
  // By the time, so that those of two branches differ; they run in its order.
  const migration = `Create${names.Plural}${Date.now()}`;
  return {
    ...{ names, library, migration },
    folder: `libs/shop/${library.name}/src/${names.file}`,
    migrationFile: `${migrationsFolder}/create-${names.file}`,
    words: { ...names, migration, lib: library.name },
  };
}

/** The new files, each from its template. */
export function files(plan: Plan): { path: string; from: string }[] {
  const { names, library, folder, migrationFile } = plan;
  const parts = ['dto.spec.ts', 'dto.ts', 'repository.ts', 'resource.ts'];
  const wiring = ['project.json', 'tsconfig.json', 'jest.config.cjs'];
  return [
    ...parts.map((from) => ({ path: `${folder}/${names.file}.${from}`, from })),
    ...(library.isNew ? wiring : []).map((from) => ({ path: `libs/shop/${library.name}/${from}`, from })),
    ...(library.isNew ? [{ path: `libs/shop/${library.name}/src/index.ts`, from: 'index.ts' }] : []),
    { path: `${migrationFile}.ts`, from: 'migration.ts' },
    { path: `apps/shop-api/src/${names.file}.spec.ts`, from: 'app.spec.ts' },
  ];
}
