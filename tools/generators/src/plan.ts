import type { Library } from './checks';
import type { Names } from './names';

/** The migrations of the shop data: their files, and the list of these. */
export const migrationsFolder = 'libs/platform/schema/src/shop';
/** What apps may do with each resource, and what they may receive it. */
export const scopesFolder = 'libs/core/scopes/src/resources';

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
    words: { ...names, migration, lib: library.name, module: moduleOf(library) },
  };
}

/** The Nest module of the library: `NotesModule` of `notes`. */
export function moduleOf({ name }: Library): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Module`;
}

/** The new files, each from its templates. */
export function files(plan: Plan): { path: string; from: string[] }[] {
  const { names, library, folder, migrationFile } = plan;
  const root = `libs/shop/${library.name}`;
  const parts = ['dto.spec.ts', 'dto.ts', 'resource.ts', 'sample.ts', 'spec.ts'];
  const wiring = ['project.json', 'tsconfig.json', 'jest.config.cjs'].map((from) => [
    `${root}/${from}`,
    from,
  ]);
  const ofLibrary = [
    ...wiring,
    [`${root}/src/${library.name}.module.ts`, 'module.ts'],
    [`${root}/src/index.ts`, 'exported-module.ts', 'index.ts'],
    [`${root}/src/testing/index.ts`, 'conformance.ts'],
    [`${root}/src/conformance.spec.ts`, 'conformance.spec.ts'],
  ];
  const all = [
    [`${folder}/${names.entity}.entity.ts`, 'entity.ts'],
    ...parts.map((from) => [`${folder}/${names.file}.${from}`, from]),
    ...(library.isNew ? ofLibrary : []),
    [`${scopesFolder}/${names.file}.ts`, 'scopes.ts'],
    [`${migrationFile}.ts`, 'migration.ts'],
  ];
  return all.map(([path, ...from]) => ({ path: path!, from }));
}
