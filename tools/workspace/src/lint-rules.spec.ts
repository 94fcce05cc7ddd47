import { ScratchWorkspace, type Finding } from './scratch-workspace';

/**
 * Who may import whom, written out a second time on purpose: loosening a constraint of eslint.config.mjs must
 * fail here (docs/architecture.md, "Who may import whom").
 */
const mayImport = {
  type: {
    app: ['resource', 'platform', 'core', 'testing'],
    resource: ['platform', 'core', 'testing'],
    platform: ['platform', 'core', 'testing'],
    core: ['core'],
    testing: ['platform', 'core'],
    tool: ['resource', 'platform', 'core', 'testing', 'tool'],
  },
  scope: {
    shop: ['shop', 'shared'],
    auth: ['auth', 'shared'],
    shared: ['shared'],
    browser: ['browser'],
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

/** The tag under test beside a neighbour tag that allows everything the other table needs. */
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
    '@nx/enforce-module-boundaries',
  ],
  [
    'a floating promise',
    'floating.ts',
    'export function start(): void {\n  Promise.resolve(1);\n}\n',
    '@typescript-eslint/no-floating-promises',
  ],
  [
    'In, which makes a statement for each length of a list',
    'list.ts',
    "import { In } from 'typeorm';\nexport const condition = In([1]);\n",
    'no-restricted-syntax',
  ],
  [
    'a repository that saves',
    'saves.ts',
    'export const save = (rows: { save(row: object): void }): void => rows.save({});\n',
    'no-restricted-syntax',
  ],
  [
    'a repository that upserts',
    'upserts.ts',
    'export const put = (rows: { upsert(row: object): void }): void => rows.upsert({});\n',
    'no-restricted-syntax',
  ],
  [
    'a repository that removes',
    'removes.ts',
    'export const drop = (tx: { of(): { remove(): void } }): void => tx.of().remove();\n',
    'no-restricted-syntax',
  ],
  [
    'the manager of a data source',
    'manager.ts',
    'export const all = (it: { dataSource: { manager: object } }): object => it.dataSource.manager;\n',
    'no-restricted-syntax',
  ],
  ['a file of 301 lines', 'long-file.ts', lines(301), 'max-lines'],
  ['a function of 41 lines', 'long-function.ts', body(41), 'max-lines-per-function'],
];
const harmless: [what: string, file: string, text: string][] = [
  [
    'an awaited promise',
    'awaited.ts',
    'export async function start(): Promise<void> {\n  await Promise.resolve(1);\n}\n',
  ],
  ['Any', 'any.ts', "import { Any } from 'typeorm';\nexport const condition = Any([1]);\n"],
  ['a file of 300 lines', 'full-file.ts', lines(300)],
  ['a function of 40 lines', 'full-function.ts', body(40)],
];
const anyProject = 'libs/from-type-platform/src';

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
    for (const framework of frameworks) {
      workspace.write(fileOf('type', 'core', framework), importing(framework));
      workspace.write(fileOf('type', 'platform', framework), importing(framework));
    }
    for (const [, file, text] of [...offences, ...harmless]) workspace.write(`${anyProject}/${file}`, text);
    findings = workspace.lint();
  });

  afterAll(() => workspace.remove());

  const found = (file: string): Finding[] => {
    const all = findings.get(file);
    if (!all) throw new Error(`${file} was not linted`);
    return all;
  };

  it.each(forbidden)('refuses an import from $kind:$from to $kind:$to', ({ kind, from, to }) => {
    expect(found(fileOf(kind, from, `to-${to}`))).toEqual([
      expect.objectContaining({
        ruleId: '@nx/enforce-module-boundaries',
        messageId: 'onlyTagsConstraintViolation',
        message: expect.stringContaining(`"${kind}:${from}"`),
      }),
    ]);
  });

  it.each(permitted)('lets $kind:$from import $kind:$to', ({ kind, from, to }) => {
    expect(found(fileOf(kind, from, `to-${to}`))).toEqual([]);
  });

  it.each(frameworks)('refuses %s in a core project', (framework) => {
    expect(found(fileOf('type', 'core', framework))).toEqual([
      expect.objectContaining({
        ruleId: '@nx/enforce-module-boundaries',
        messageId: 'bannedExternalImportsViolation',
      }),
    ]);
  });

  it.each(frameworks)('lets a platform project import %s', (framework) => {
    expect(found(fileOf('type', 'platform', framework))).toEqual([]);
  });

  it.each(offences)('refuses %s', (_what, file, _text, ruleId) => {
    expect(found(`${anyProject}/${file}`)).toEqual([expect.objectContaining({ ruleId })]);
  });

  it.each(harmless)('accepts %s', (_what, file) => {
    expect(found(`${anyProject}/${file}`)).toEqual([]);
  });
});
