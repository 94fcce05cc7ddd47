import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import {
  committedFiles,
  computeGraph,
  type ProjectGraph,
  projectFolders,
  readJson,
  root,
} from '@storewright/workspace';

/** Imports that the architecture depends on (docs/architecture.md). */
const imports = [
  ['access', 'scopes'],
  ['access', 'tokens'],
  ['access', 'json-api'],
  ['access', 'tenancy'],
  ['tenancy', 'database'],
  ['server', 'json-api'],
  ['testing', 'embedded-postgres'],
  ['meta', 'resources'],
  ['resources', 'access'],
  ['meta', 'tenancy'],
  ['meta', 'json-api'],
  ['shop-api', 'server'],
  ['shop-api', 'access'],
  ['shop-api', 'meta'],
  ['auth-api', 'server'],
  ['auth-api', 'installs'],
  ['auth-api', 'access-tokens'],
  ['auth-api', 'accounts'],
  ['accounts', 'sign-in'],
  ['sign-in', 'second-factors'],
  ['second-factors', 'sessions'],
  ['sessions', 'audit'],
  ['audit', 'mail'],
  ['mail', 'people'],
  ['installs', 'access'],
  ['testing', 'schema'],
  ['admin-server', 'server'],
  ['mcp', 'server'],
  ['mcp', 'mcp-tools'],
  ['admin-e2e', 'testing'],
  ['operator', 'schema'],
  ['start', 'embedded-postgres'],
  ['docs', 'json-api'],
  ['tree', 'workspace'],
] as const;

const folders = projectFolders();

/** Tags of the projects in a folder. An app or a tool also has one of the scopes. */
const tagsOfFolder: [folder: RegExp, tags: string[]][] = [
  [/^apps\//, ['type:app']],
  [/^tools\//, ['type:tool']],
  // Services and the panel bundle these libraries.
  [/^libs\/core\/(?:areas|money|text)$/, ['type:core', 'scope:portable']],
  [/^libs\/core\//, ['type:core', 'scope:shared']],
  [/^libs\/postgres\//, ['type:postgres', 'scope:shared']],
  [/^libs\/platform\//, ['type:platform', 'scope:shared']],
  // The demo store uses several resources, for `npm start` and test shops.
  [/^libs\/shop\/demo-store$/, ['type:demo', 'scope:shop']],
  [/^libs\/shop\//, ['type:resource', 'scope:shop']],
  // These libraries contain resources of the auth API and are imported by no other library.
  [/^libs\/auth\/(?:access-tokens|installs|token-reports)$/, ['type:resource', 'scope:auth']],
  [/^libs\/auth\//, ['type:platform', 'scope:auth']],
  [/^libs\/client\//, ['type:client', 'scope:shared']],
  [/^libs\/testing\//, ['type:testing', 'scope:shared']],
];

/** Names of testing libraries whose folder name is the name of another library. */
const testingLibraries: Record<string, string> = {
  'libs/testing/database': 'testing',
  'libs/testing/api': 'api-testing',
  'libs/testing/browser': 'browser-testing',
};
const nameOf = (folder: string): string => testingLibraries[folder] ?? basename(folder);

const scratch = mkdtempSync(join(tmpdir(), 'storewright-graph-'));
let graph: ProjectGraph;

beforeAll(() => {
  graph = computeGraph(root, scratch);
});

afterAll(() => rmSync(scratch, { recursive: true, force: true }));

describe('project graph', () => {
  // Nx silently ignores all TypeScript imports unless nx.json enables
  // pluginsConfig."@nx/js".analyzeSourceFiles. `affected` and the cache would then miss dependent projects.
  it.each(imports)('has a dependency of %s on %s', (source, target) => {
    expect(graph.dependencies[source]!.map((dependency) => dependency.target)).toContain(target);
  });

  it('contains every project folder', () => {
    const roots = Object.values(graph.nodes).map(({ data }) => data.root);
    expect(roots.sort()).toEqual([...folders].sort());
  });

  it('contains no dependency cycle', () => {
    expect(circle(graph)).toBeUndefined();
  });
});

describe.each(folders)('project %s', (folder) => {
  const project = () => Object.values(graph.nodes).find(({ data }) => data.root === folder)!;

  it('has the name of its folder, one type tag and one scope tag', () => {
    const { name, data } = project();
    expect(name).toBe(nameOf(folder));
    expect(data.tags.map((tag) => tag.replace(/:.*/, '')).sort()).toEqual(['scope', 'type']);
  });

  it('has the tags for its folder', () => {
    const [, tags] = tagsOfFolder.find(([pattern]) => pattern.test(folder)) ?? [];
    expect(tags).toBeDefined();
    expect(project().data.tags).toEqual(expect.arrayContaining(tags!));
  });

  it('has targets for lint, type check and tests', () => {
    const targets = Object.keys(project().data.targets);
    expect(targets).toEqual(expect.arrayContaining(['lint', 'typecheck']));
    expect(targets.some((target) => ['test', 'e2e'].includes(target))).toBe(true);
  });

  it('has the target nightly if and only if the project has nightly specs', () => {
    const specs = committedFiles().filter((file) => file.startsWith(`${folder}/src/`));
    const hasSpecs = specs.some((file) => file.endsWith('.nightly.spec.ts'));
    expect('nightly' in project().data.targets).toBe(hasSpecs);
  });
});

describe('@nx/enforce-module-boundaries', () => {
  it('has the severity error and a constraint for every tag in use', () => {
    const [severity, options] = boundaryRule();
    const constrained = options.depConstraints.map(({ sourceTag }) => sourceTag);
    const used = Object.values(graph.nodes).flatMap(({ data }) => data.tags);
    expect(severity).toBe('error');
    expect(used.filter((tag) => !constrained.includes(tag))).toEqual([]);
  });
});

type BoundaryRule = [severity: string, options: { depConstraints: { sourceTag: string }[] }];

/** Reads the boundary rule for source files from oxlint.config.mjs. */
function boundaryRule(): BoundaryRule {
  const script = `import config from './oxlint.config.mjs'; console.log(JSON.stringify(config.rules))`;
  const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: root,
    encoding: 'utf8',
  });
  const rules = JSON.parse(printed) as Record<string, BoundaryRule>;
  return rules['@nx/enforce-module-boundaries']!;
}

/** Returns the names of the projects in an import cycle, or undefined if there is no cycle. */
function circle({ nodes, dependencies }: ProjectGraph): string[] | undefined {
  const done = new Set<string>();
  const visit = (name: string, way: string[]): string[] | undefined => {
    if (way.includes(name)) return [...way.slice(way.indexOf(name)), name];
    if (done.has(name)) return undefined;
    done.add(name);
    for (const { target } of dependencies[name] ?? []) {
      const found = visit(target, [...way, name]);
      if (found) return found;
    }
    return undefined;
  };
  for (const name of Object.keys(nodes)) {
    const found = visit(name, []);
    if (found) return found;
  }
  return undefined;
}

describe('path aliases', () => {
  const { paths } = readJson<{ compilerOptions: { paths: Record<string, string[]> } }>(
    'tsconfig.base.json',
  ).compilerOptions;

  it('exist for every library, the Nx plugin and the code that tools share', () => {
    const layers = ['core', 'postgres', 'platform', 'shop', 'auth', 'client'];
    expect(paths).toEqual({
      '@storewright/tools': ['./tools/generators/src/main.ts'],
      '@storewright/workspace': ['./tools/workspace/src/index.ts'],
      '@storewright/testing': ['./libs/testing/database/src/index.ts'],
      '@storewright/api-testing': ['./libs/testing/api/src/index.ts'],
      '@storewright/browser-testing': ['./libs/testing/browser/src/index.ts'],
      '@storewright/conformance': ['./libs/testing/conformance/src/index.ts'],
      '@storewright/postgres-driver': ['./libs/postgres/driver/src/index.ts'],
      // Exports of a resource's library for specs of other projects.
      '@storewright/*/testing': ['./libs/shop/*/src/testing/index.ts'],
      '@storewright/*': layers.map((layer) => `./libs/${layer}/*/src/index.ts`),
    });
  });

  it('map each library name to exactly one folder', () => {
    const libs = folders.filter((folder) => folder.startsWith('libs/'));
    for (const lib of libs) {
      const name = nameOf(lib);
      const files =
        paths[`@storewright/${name}`] ?? paths['@storewright/*']!.map((file) => file.replace('*', name));
      expect(files).toContain(`./${lib}/src/index.ts`);
    }
    expect(new Set(libs.map(nameOf)).size).toBe(libs.length);
  });
});
