import { defineConfig } from 'oxlint';

/** The types of library that production code can be composed of. */
const productionTypes = [
  'type:demo',
  'type:resource',
  'type:platform',
  'type:postgres',
  'type:core',
  'type:client',
];

/**
 * Allowed imports of production code (docs/architecture.md, "Who may import whom"):
 * app → resource → platform → postgres → core, never back. A resource cannot import another resource.
 */
export const depConstraints = [
  {
    sourceTag: 'type:core',
    onlyDependOnLibsWithTags: ['type:core'],
    bannedExternalImports: ['@nestjs/*', 'typeorm', 'pg'],
  },
  // Clients are published packages: they use the HTTP API only and have no dependencies.
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client'], bannedExternalImports: ['*'] },
  { sourceTag: 'type:postgres', onlyDependOnLibsWithTags: ['type:postgres', 'type:core'] },
  { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:platform', 'type:postgres', 'type:core'] },
  { sourceTag: 'type:resource', onlyDependOnLibsWithTags: ['type:platform', 'type:postgres', 'type:core'] },
  { sourceTag: 'type:app', onlyDependOnLibsWithTags: productionTypes },
  // The demo store has data of several resources.
  {
    sourceTag: 'type:demo',
    onlyDependOnLibsWithTags: ['type:resource', 'type:platform', 'type:postgres', 'type:core'],
  },
  {
    sourceTag: 'type:testing',
    onlyDependOnLibsWithTags: ['type:platform', 'type:postgres', 'type:core', 'type:testing'],
  },
  { sourceTag: 'type:tool', onlyDependOnLibsWithTags: [...productionTypes, 'type:tool'] },
  { sourceTag: 'scope:shop', onlyDependOnLibsWithTags: ['scope:shop', 'scope:shared', 'scope:portable'] },
  { sourceTag: 'scope:auth', onlyDependOnLibsWithTags: ['scope:auth', 'scope:shared', 'scope:portable'] },
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared', 'scope:portable'] },
  // Rules that services, panel and apps must share exactly, such as the decimal places of currencies.
  { sourceTag: 'scope:portable', onlyDependOnLibsWithTags: ['scope:portable'] },
  // The sample app stands for an app of another developer, who has the SDK only.
  { sourceTag: 'scope:sample', onlyDependOnLibsWithTags: ['type:client', 'scope:portable'] },
  // Browser code uses the services through their HTTP API.
  { sourceTag: 'scope:browser', onlyDependOnLibsWithTags: ['scope:browser', 'scope:portable'] },
];

/** Files that only tests load. Production files cannot import them. */
const testFiles = ['**/*.spec.ts', '**/*.sample.ts', '**/src/**/testing/**'];

/** Programs that only developers start; they use the testing libraries in every file. */
const testPrograms = ['apps/*-e2e/**', 'tools/bench/**'];

/** Adds allowed tags to the constraints of some source tags. */
const withAllowed = (constraints, allowedTags) =>
  constraints.map(({ onlyDependOnLibsWithTags, ...constraint }) => ({
    ...constraint,
    onlyDependOnLibsWithTags: [...onlyDependOnLibsWithTags, ...(allowedTags[constraint.sourceTag] ?? [])],
  }));

const testing = ['type:testing'];
const depConstraintsOfTestFiles = withAllowed(depConstraints, {
  // Specs of statements use tables and migrations of the platform.
  'type:postgres': [...testing, 'type:platform'],
  'type:platform': testing,
  'type:resource': testing,
  'type:app': testing,
  'type:demo': testing,
  'type:tool': testing,
});

/** Specs of a resource can start an API with other resources: an order needs a catalog. Those of a client can use packages. */
const depConstraintsOfSpecs = withAllowed(depConstraintsOfTestFiles, {
  'type:resource': ['type:resource'],
}).map((constraint) =>
  constraint.sourceTag === 'type:client' ? { ...constraint, bannedExternalImports: [] } : constraint,
);

const noTestFiles = {
  group: [
    '@storewright/*/testing',
    './**/testing',
    './**/testing/**',
    '../**/testing',
    '../**/testing/**',
    '**/*.sample',
  ],
  message: 'Only specs and src/testing can import test code.',
};

/** @param constraints allowed imports per source tag */
const moduleBoundaries = (constraints) => [
  'error',
  { enforceBuildableLibDependency: false, allow: [], depConstraints: constraints },
];

/** Those rules of React that its compiler has. */
const rulesOfReact = [
  'rules-of-hooks',
  'exhaustive-deps',
  'static-components',
  'use-memo',
  'void-use-memo',
  'preserve-manual-memoization',
  'incompatible-library',
  'immutability',
  'globals',
  'refs',
  'set-state-in-effect',
  'error-boundaries',
  'purity',
  'set-state-in-render',
  'unsupported-syntax',
];

export default defineConfig({
  ignorePatterns: [
    '**/dist',
    '**/node_modules',
    '.nx',
    '.storewright',
    '**/fixtures/**',
    'libs/client/sdk/src/openapi.ts',
  ],
  plugins: ['eslint', 'typescript', 'react', 'jsx-a11y'],
  jsPlugins: ['@nx/eslint-plugin', './oxlint-rules.mjs'],
  categories: { correctness: 'error' },
  options: { typeAware: true, reportUnusedDisableDirectives: 'error' },
  rules: {
    '@nx/enforce-module-boundaries': moduleBoundaries(depConstraints),
    'max-lines': ['error', { max: 300, skipComments: true, skipBlankLines: true }],
    'no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    'no-var': 'error',
    'no-array-constructor': 'error',
    'prefer-const': 'error',
    'prefer-rest-params': 'error',
    'prefer-spread': 'error',
    'typescript/ban-ts-comment': 'error',
    'typescript/no-empty-object-type': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-namespace': 'error',
    'typescript/no-require-imports': 'error',
    'typescript/no-unnecessary-type-constraint': 'error',
    'typescript/no-unsafe-function-type': 'error',
    // These take what is meant for a fault.
    'no-loss-of-precision': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-implied-eval': 'off',
    'typescript/no-meaningless-void-operator': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-redundant-type-constituents': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/unbound-method': 'off',
    // A dialog says which of its fields is first; React Aria gives roles; what scrolls is reached by the keyboard; a list of suggestions has no labels; keys of a
    // whole form are taken by what surrounds it.
    'jsx-a11y/control-has-associated-label': 'off',
    'jsx-a11y/no-static-element-interactions': 'off',
    'jsx-a11y/no-autofocus': 'off',
    'jsx-a11y/prefer-tag-over-role': 'off',
    'jsx-a11y/no-noninteractive-tabindex': 'off',
  },
  overrides: [
    {
      files: ['**/*.ts', '**/*.tsx'],
      rules: {
        // node:test awaits its tests itself.
        'typescript/no-floating-promises': [
          'error',
          { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: 'test' }] },
        ],
        'typescript/no-misused-promises': 'error',
        'typescript/await-thenable': 'error',
        'max-lines-per-function': ['error', { max: 40, skipComments: true, skipBlankLines: true }],
        'max-params': ['error', 5],
        'typeorm/no-unsynchronized-entity': 'error',
      },
    },
    {
      files: [...testFiles, ...testPrograms],
      rules: { '@nx/enforce-module-boundaries': moduleBoundaries(depConstraintsOfTestFiles) },
    },
    {
      files: ['**/*.spec.ts', '**/src/testing/**/*.ts', 'libs/client/*/*.mjs'],
      rules: {
        '@nx/enforce-module-boundaries': moduleBoundaries(depConstraintsOfSpecs),
      },
    },
    {
      files: ['apps/**/*.ts', 'libs/**/*.ts'],
      excludeFiles: [...testFiles, ...testPrograms, 'libs/testing/**'],
      rules: { 'no-restricted-imports': ['error', { patterns: [noTestFiles] }] },
    },
    {
      // Of TypeORM's repositories only what says what it sends, and nothing beside its context (docs/adr/repositories.md). At run time these are refused as well.
      files: ['apps/**/*.ts', 'libs/**/*.ts'],
      excludeFiles: ['libs/postgres/**'],
      rules: {
        'typeorm/no-hydrating-write': 'error',
        'typeorm/no-in': 'error',
        'typeorm/no-entity-manager': 'error',
      },
    },
    {
      // A component's markup counts as lines of its function.
      files: ['**/*.tsx'],
      rules: { 'max-lines-per-function': ['error', { max: 80, skipComments: true, skipBlankLines: true }] },
    },
    {
      // A controller that is made for each resource is a class inside of a function, whose lines would count for both.
      files: ['libs/platform/resources/src/*.controller.ts'],
      rules: { 'max-lines-per-function': ['error', { max: 120, skipComments: true, skipBlankLines: true }] },
    },
    {
      files: ['apps/admin/**/*.ts', 'apps/admin/**/*.tsx'],
      rules: Object.fromEntries(rulesOfReact.map((name) => [`react/${name}`, 'error'])),
    },
    {
      // Browsers lack the modules of Node; specs run on Node.
      files: ['apps/admin/src/**/*.ts', 'apps/admin/src/**/*.tsx', 'libs/client/*/src/**/*.ts'],
      excludeFiles: testFiles,
      rules: {
        'no-restricted-imports': ['error', { patterns: [noTestFiles, { group: ['node:*'] }] }],
      },
    },
    {
      files: ['apps/admin/src/**/*.ts', 'apps/admin/src/**/*.tsx'],
      rules: {
        'no-restricted-properties': [
          'error',
          ...['randomUUID', 'subtle'].map((property) => ({
            object: 'crypto',
            property,
            message: 'Browsers have it on https and localhost only; a panel may be at another address.',
          })),
        ],
      },
    },
    { files: ['**/*.spec.ts'], rules: { 'max-lines-per-function': 'off', 'max-lines': 'off' } },
    {
      // jest configs are wiring of the workspace: CommonJS, and they reach for the preset at its root.
      files: ['**/*.cjs'],
      rules: { 'typescript/no-require-imports': 'off', '@nx/enforce-module-boundaries': 'off' },
    },
  ],
});
