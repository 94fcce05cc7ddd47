import { ScratchWorkspace, type Finding } from './scratch-workspace';

/**
 * Allowed imports, deliberately repeated from oxlint.config.mjs, so that loosening a constraint there fails
 * here (docs/architecture.md, "Who may import whom").
 */
const mayImport = {
  type: {
    app: ['demo', 'resource', 'platform', 'postgres', 'core'],
    demo: ['resource', 'platform', 'postgres', 'core'],
    resource: ['platform', 'postgres', 'core'],
    platform: ['platform', 'postgres', 'core'],
    postgres: ['postgres', 'core'],
    core: ['core'],
    testing: ['platform', 'postgres', 'core', 'testing'],
    tool: ['demo', 'resource', 'platform', 'postgres', 'core', 'tool'],
  },
  scope: {
    shop: ['shop', 'shared', 'portable'],
    auth: ['auth', 'shared', 'portable'],
    shared: ['shared', 'portable'],
    browser: ['browser', 'portable'],
    portable: ['portable'],
  },
} as const;

const frameworks = ['@nestjs/common', '@nestjs/typeorm', 'typeorm', 'pg'];

const pairs = Object.entries(mayImport).flatMap(([kind, table]) =>
  Object.entries(table).flatMap(([from, allowed]) =>
    Object.keys(table).map((to) => ({
      kind,
      from,
      to,
      allowed: (allowed as readonly string[]).includes(to),
    })),
  ),
);
const forbidden = pairs.filter((pair) => !pair.allowed);
const permitted = pairs.filter((pair) => pair.allowed);

const fileOf = (kind: string, from: string, what: string): string =>
  `libs/from-${kind}-${from}/src/${what.replace(/\W/g, '-')}.ts`;

/** Returns the tag under test, with a second tag that allows every import of the other table. */
function tagsOf(side: 'from' | 'to', kind: string, value: string): string[] {
  if (kind === 'type') return [`type:${value}`, 'scope:shared'];
  return [side === 'from' ? 'type:app' : 'type:core', `scope:${value}`];
}

const importing = (what: string): string =>
  `import * as imported from '${what}';\nexport const seen = imported;\n`;
const lines = (count: number): string => 'export const line = [\n' + '  1,\n'.repeat(count - 2) + '];\n';
const body = (count: number): string =>
  `export function long(): void {\n${"  process.stdout.write('');\n".repeat(count - 2)}}\n`;

const offences: [what: string, file: string, text: string, rule: string][] = [
  [
    'a relative path into another project',
    'relative.ts',
    importing('../../to-type-core/src/index'),
    '@nx(enforce-module-boundaries)',
  ],
  [
    'a floating promise',
    'floating.ts',
    'export function start(): void {\n  Promise.resolve(1);\n}\n',
    'typescript(no-floating-promises)',
  ],
  ...['@storewright/sales/testing', './testing', './testing/rows', '../testing', './rows.sample'].map(
    (path): [string, string, string, string] => [
      `a production file that imports ${path}`,
      `${path.replace(/\W+/g, '-')}.ts`,
      importing(path),
      'eslint(no-restricted-imports)',
    ],
  ),
  ['a file of 301 lines', 'long-file.ts', lines(301), 'eslint(max-lines)'],
  ['a function of 41 lines', 'long-function.ts', body(41), 'eslint(max-lines-per-function)'],
];
const harmless: [what: string, file: string, text: string][] = [
  [
    'an awaited promise',
    'awaited.ts',
    'export async function start(): Promise<void> {\n  await Promise.resolve(1);\n}\n',
  ],
  ['a spec that imports test code of a library', 'imports.spec.ts', importing('@storewright/sales/testing')],
  ['a spec that imports test code of its folder', 'imports-folder.spec.ts', importing('./testing')],
  ['a file of 300 lines', 'full-file.ts', lines(300)],
  ['a function of 40 lines', 'full-function.ts', body(40)],
];
/** Files that only tests load. They can import files that production code cannot. */
const importsOfTestFiles: [importer: string, file: string, imported: string][] = [
  ['a spec of a resource', 'libs/from-type-resource/src/orders/orders.spec.ts', 'to-type-resource'],
  ['src/testing of a resource', 'libs/from-type-resource/src/testing/sales-api.ts', 'to-type-resource'],
  ...['app', 'demo', 'resource', 'platform', 'postgres', 'tool'].map((type): [string, string, string] => [
    `a spec (type:${type})`,
    `libs/from-type-${type}/src/uses-testing.spec.ts`,
    'to-type-testing',
  ]),
  ['a spec of a statement', 'libs/from-type-postgres/src/statements.spec.ts', 'to-type-platform'],
  ['src/testing of a resource', 'libs/from-type-resource/src/testing/database.ts', 'to-type-testing'],
  ['a nested testing folder', 'libs/from-type-resource/src/orders/testing/database.ts', 'to-type-testing'],
  ['a sample of a resource', 'libs/from-type-resource/src/orders/orders.sample.ts', 'to-type-testing'],
];
const forbiddenInTestFiles: [importer: string, file: string, imported: string][] = [
  ['a nested testing folder', 'libs/from-type-resource/src/orders/testing/api.ts', 'to-type-resource'],
  ['a production file', 'libs/from-type-resource/src/orders.spec-data.ts', 'to-type-resource'],
  ['a sample of a resource', 'libs/from-type-resource/src/orders.sample.ts', 'to-type-resource'],
  ['a spec of a core library', 'libs/from-type-core/src/rows.spec.ts', 'to-type-testing'],
  ['a spec of the platform', 'libs/from-type-platform/src/rows.spec.ts', 'to-type-resource'],
  ['a spec of a resource', 'libs/from-type-resource/src/app.spec.ts', 'to-type-app'],
  ['a spec of a shop', 'libs/from-scope-shop/src/orders.spec.ts', 'to-scope-auth'],
];
const anyProject = 'libs/from-type-platform/src';

/** Uses of TypeORM in code that serves requests. */
const repository = (body: string): string =>
  `import { DataSource, EntityManager, Repository } from 'typeorm';
class Row { id: string; }
class Rows extends Repository<Row> {}
export type All = DataSource | EntityManager | Rows;
${body}
`;
const typeormOffences: [what: string, file: string, text: string, rule: string][] = [
  [
    'save of a repository',
    'save.ts',
    repository('export const f = (rows: Repository<Row>) => rows.save({ id: "1" });'),
    'typeorm(no-hydrating-write)',
  ],
  [
    'remove of a class that extends one',
    'remove.ts',
    repository('export const f = (rows: Rows) => rows.remove(new Row());'),
    'typeorm(no-hydrating-write)',
  ],
  [
    'upsert of a manager, by a computed name',
    'upsert.ts',
    repository(`export const f = (rows: EntityManager) => rows['upsert'](Row, { id: "1" }, ['id']);`),
    'typeorm(no-hydrating-write)',
  ],
  [
    'save in a spec',
    'save.spec.ts',
    repository('export const f = (rows: Repository<Row>) => rows.save({ id: "1" });'),
    'typeorm(no-hydrating-write)',
  ],
  [
    'the manager of a data source',
    'manager.ts',
    repository('export const f = (source: DataSource) => source.manager;'),
    'typeorm(no-entity-manager)',
  ],
  [
    'In of typeorm under another name',
    'in.ts',
    `import { In as OneOf } from 'typeorm';\nexport const ids = OneOf(['1']);\n`,
    'typeorm(no-in)',
  ],
  [
    'In of all that is in typeorm',
    'all-in.ts',
    `import * as typeorm from 'typeorm';\nexport const ids = typeorm.In(['1']);\n`,
    'typeorm(no-in)',
  ],
  [
    'an entity that is not compared with the database',
    'entity.ts',
    `import { Entity } from 'typeorm';\n@Entity({ name: 'rows', synchronize: false })\nexport class Row {}\n`,
    'typeorm(no-unsynchronized-entity)',
  ],
];
const typeormHarmless: [what: string, file: string, text: string][] = [
  [
    'insert, update and delete of a repository',
    'requests/src/writes.ts',
    repository(
      'export const f = (rows: Rows) =>' +
        ' [rows.insert({ id: "1" }), rows.update({ id: "1" }, {}), rows.delete({ id: "1" })];',
    ),
  ],
  ['Any', 'requests/src/any.ts', "import { Any } from 'typeorm';\nexport const condition = Any([1]);\n"],
];
const requests = 'libs/shop/requests/src';

describe('lint', () => {
  const workspace = new ScratchWorkspace();
  let findings: Map<string, Finding[]>;

  beforeAll(() => {
    for (const [kind, table] of Object.entries(mayImport)) {
      for (const value of Object.keys(table)) {
        workspace.addProject(`from-${kind}-${value}`, tagsOf('from', kind, value));
        workspace.addProject(`to-${kind}-${value}`, tagsOf('to', kind, value));
      }
    }
    for (const { kind, from, to } of pairs) {
      workspace.write(fileOf(kind, from, `to-${to}`), importing(`@storewright/to-${kind}-${to}`));
    }
    for (const [, file, imported] of [...importsOfTestFiles, ...forbiddenInTestFiles])
      workspace.write(file, importing(`@storewright/${imported}`));
    for (const framework of frameworks) {
      workspace.write(fileOf('type', 'core', framework), importing(framework));
      workspace.write(fileOf('type', 'platform', framework), importing(framework));
    }
    for (const [, file, text] of [...offences, ...harmless]) workspace.write(`${anyProject}/${file}`, text);
    workspace.write('libs/shop/requests/project.json', '{ "name": "requests", "tags": [] }');
    for (const [, file, text] of typeormOffences) workspace.write(`${requests}/${file}`, text);
    for (const [, file, text] of typeormHarmless) workspace.write(`libs/shop/${file}`, text);
    workspace.write('libs/postgres/database/src/manager.ts', typeormOffences[4]![2]);
    findings = workspace.lint();
  });

  afterAll(() => workspace.remove());

  const found = (file: string): Finding[] => findings.get(file)!;

  it.each(forbidden)('rejects an import from $kind:$from to $kind:$to', ({ kind, from, to }) => {
    expect(found(fileOf(kind, from, `to-${to}`))).toEqual([
      expect.objectContaining({
        code: '@nx(enforce-module-boundaries)',
        message: expect.stringMatching(new RegExp(`"${kind}:${from}" can only depend on libs tagged with`)),
      }),
    ]);
  });

  it.each(permitted)('accepts an import from $kind:$from to $kind:$to', ({ kind, from, to }) => {
    expect(found(fileOf(kind, from, `to-${to}`))).toEqual([]);
  });

  it.each(importsOfTestFiles)('accepts an import in %s (%s) of %s', (_importer, file) => {
    expect(found(file)).toEqual([]);
  });

  it.each(forbiddenInTestFiles)('rejects an import in %s (%s) of %s', (_importer, file) => {
    expect(found(file)).toEqual([
      expect.objectContaining({ message: expect.stringContaining('can only depend on libs tagged with') }),
    ]);
  });

  it.each(frameworks)('rejects an import of %s in a core project', (framework) => {
    expect(found(fileOf('type', 'core', framework))).toEqual([
      expect.objectContaining({
        code: '@nx(enforce-module-boundaries)',
        message: expect.stringContaining('is not allowed to import'),
      }),
    ]);
  });

  it.each(frameworks)('accepts an import of %s in a platform project', (framework) => {
    expect(found(fileOf('type', 'platform', framework))).toEqual([]);
  });

  it.each(offences)('rejects %s', (_what, file, _text, code) => {
    expect(found(`${anyProject}/${file}`)).toEqual([expect.objectContaining({ code })]);
  });

  it.each(typeormOffences)(
    'rejects %s (TypeORM) in code that serves requests',
    (_what, file, _text, code) => {
      expect(found(`${requests}/${file}`)).toEqual([expect.objectContaining({ code })]);
    },
  );

  it.each(typeormHarmless)('accepts %s (TypeORM)', (_what, file) => {
    expect(found(`libs/shop/${file}`)).toEqual([]);
  });

  it("accepts TypeORM's entity manager in the file that sets the tenant of connections", () => {
    expect(found('libs/postgres/database/src/manager.ts')).toEqual([]);
  });

  it.each(harmless)('accepts %s', (_what, file) => {
    expect(found(`${anyProject}/${file}`)).toEqual([]);
  });
});
