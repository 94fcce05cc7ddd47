import { type Source, withElement, withImport, withLine, withPath, withProperty } from './anchors';
import { migrationsFolder, type Plan } from './plan';

interface Edit {
  path: string;
  /** The text of the file with the resource in it. Throws where the place is not found. */
  edit(source: Source): string;
}

/** What becomes known of the resource in files that are there. `template`: the text of one. */
export function edits(plan: Plan, template: (file: string) => string): Edit[] {
  return [
    {
      path: 'libs/core/scopes/src/scope-registry.ts',
      edit: (source) => withProperty(source, 'scopeRegistry', template('scopes.ts')),
    },
    {
      path: 'libs/core/scopes/src/events.ts',
      edit: (source) => withProperty(source, 'events', template('events.ts')),
    },
    { path: `${migrationsFolder}/index.ts`, edit: (source) => withMigration(source, plan) },
    ...(plan.library.isNew ? [alias(plan), owned(plan)] : [exported(plan, template)]),
    { path: 'apps/shop-api/src/resources.ts', edit: (source) => withResource(source, plan) },
    {
      path: 'apps/shop-api/src/testing/samples.ts',
      edit: (source) => {
        const text = withProperty(source, 'samples', template('sample.ts'));
        return withImport({ ...source, text }, ['changed'], './store-objects');
      },
    },
  ];
}

function withMigration(source: Source, { migrationFile }: Plan): string {
  const line = `export * from '${migrationFile.replace(migrationsFolder, '.')}';`;
  return withLine(source, 'export * from ', line);
}

function withResource(source: Source, { names, library }: Plan): string {
  const repository = `${names.plural}Repository`;
  const text = withElement(source, 'resources', repository);
  return withImport({ ...source, text }, [repository], `@storewright/${library.name}`);
}

function alias({ library: { name } }: Plan): Edit {
  const edit = (source: Source) =>
    withPath(source, `@storewright/${name}`, `./libs/shop/${name}/src/index.ts`);
  return { path: 'tsconfig.base.json', edit };
}

function owned({ library: { name } }: Plan): Edit {
  const shop = '/libs/shop/';
  const edit = (source: Source) => withLine(source, shop, `${shop}${name}/ @storewright/shop-${name}`);
  return { path: 'CODEOWNERS', edit };
}

function exported({ library: { name } }: Plan, template: (file: string) => string): Edit {
  return { path: `libs/shop/${name}/src/index.ts`, edit: ({ text }) => text + template('index.ts') };
}
