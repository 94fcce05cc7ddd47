import type { Library } from './checks';
import type { Names } from './names';

/** Names and paths of a new resource. */
export interface Plan {
  names: Names;
  library: Library;
  folder: string;
  migration: string;
  words: Readonly<Record<string, string>>;
}

export function planOf(names: Names, library: Library): Plan {
  return {
    ...{ names, library },
    folder: `libs/shop/${library.name}/src/${names.file}`,
    // Uses the current time as timestamp, because migrations run in the order of their timestamps.
    migration: `libs/shop/${library.name}/migrations/shop/${Date.now()}-create-${names.file}.sql`,
    words: { ...names, lib: library.name, module: moduleOf(library) },
  };
}

/** Returns the name of a library's Nest module, such as `NotesModule` for `notes`. */
export function moduleOf({ name }: Library): string {
  const words = name.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Module`;
}

/** Returns the paths of the new files. Each path has the template files from which the new file is built. */
export function files(plan: Plan): { path: string; from: string[] }[] {
  const { names, library, folder, migration } = plan;
  const root = `libs/shop/${library.name}`;
  const parts = ['dto.spec.ts', 'dto.ts', 'resource.ts', 'sample.ts', 'scopes.ts', 'spec.ts'];
  const wiring = ['README.md', 'project.json', 'tsconfig.json', 'jest.config.cjs'].map((from) => [
    `${root}/${from}`,
    from,
  ]);
  const ofLibrary = [
    ...wiring,
    [`${root}/src/${library.name}.module.ts`, 'module.ts'],
    [`${root}/src/index.ts`, 'exported-module.ts', 'index.ts'],
    [`${root}/src/testing/index.ts`, 'conformance.ts'],
    [`${root}/src/conformance.spec.ts`, 'conformance.spec.ts'],
    [`apps/shop-api/src/modules/${library.name}.ts`, 'registered-module.ts'],
  ];
  const all = [
    [`${folder}/${names.entity}.entity.ts`, 'entity.ts'],
    ...parts.map((from) => [`${folder}/${names.file}.${from}`, from]),
    ...(library.isNew ? ofLibrary : []),
    [migration, 'migration.sql'],
  ];
  return all.map(([path, ...from]) => ({ path: path!, from }));
}
