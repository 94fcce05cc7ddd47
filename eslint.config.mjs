import nx from '@nx/eslint-plugin';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import typeormRules from './eslint-rules.mjs';

/** Who may import whom. app → resource → platform → core, never back; a resource never imports a resource. */
export const depConstraints = [
  {
    sourceTag: 'type:core',
    onlyDependOnLibsWithTags: ['type:core'],
    bannedExternalImports: ['@nestjs/*', 'typeorm', 'pg'],
  },
  // What others install knows the platform by its API alone, and needs no package.
  { sourceTag: 'type:client', onlyDependOnLibsWithTags: ['type:client'], bannedExternalImports: ['*'] },
  { sourceTag: 'type:platform', onlyDependOnLibsWithTags: ['type:platform', 'type:core', 'type:testing'] },
  { sourceTag: 'type:resource', onlyDependOnLibsWithTags: ['type:platform', 'type:core', 'type:testing'] },
  {
    sourceTag: 'type:app',
    onlyDependOnLibsWithTags: [
      'type:demo',
      'type:resource',
      'type:platform',
      'type:core',
      'type:testing',
      'type:client',
    ],
  },
  // A store with something of each resource: what is made of several of them, and no app yet.
  {
    sourceTag: 'type:demo',
    onlyDependOnLibsWithTags: ['type:resource', 'type:platform', 'type:core', 'type:testing'],
  },
  { sourceTag: 'type:testing', onlyDependOnLibsWithTags: ['type:platform', 'type:core', 'type:testing'] },
  {
    sourceTag: 'type:tool',
    onlyDependOnLibsWithTags: [
      'type:demo',
      'type:resource',
      'type:platform',
      'type:core',
      'type:testing',
      'type:client',
      'type:tool',
    ],
  },
  { sourceTag: 'scope:shop', onlyDependOnLibsWithTags: ['scope:shop', 'scope:shared'] },
  { sourceTag: 'scope:auth', onlyDependOnLibsWithTags: ['scope:auth', 'scope:shared'] },
  { sourceTag: 'scope:shared', onlyDependOnLibsWithTags: ['scope:shared'] },
  // An app of another developer: it knows the platform by the SDK alone.
  { sourceTag: 'scope:sample', onlyDependOnLibsWithTags: ['type:client'] },
  // What runs in a browser shares no code with the services: it knows them by their API alone.
  { sourceTag: 'scope:browser', onlyDependOnLibsWithTags: ['scope:browser'] },
];

/** A spec of a resource may start an API with others beside it: orders need a catalogue to order from. One of a client may use packages. */
const depConstraintsOfSpecs = depConstraints.map(({ sourceTag, onlyDependOnLibsWithTags, ...others }) => ({
  ...{ sourceTag, ...(sourceTag === 'type:client' ? {} : others) },
  onlyDependOnLibsWithTags:
    sourceTag === 'type:resource' ? [...onlyDependOnLibsWithTags, 'type:resource'] : onlyDependOnLibsWithTags,
}));

/** @param constraints who may import whom */
const moduleBoundaries = (constraints) => [
  'error',
  { enforceBuildableLibDependency: false, allow: [], depConstraints: constraints },
];

export default tseslint.config(
  {
    ignores: [
      '**/dist',
      '**/node_modules',
      '.nx',
      '.storewright',
      '**/fixtures/**',
      'libs/client/sdk/src/openapi.ts',
    ],
  },
  ...tseslint.configs.recommended,
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.cjs'],
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': moduleBoundaries(depConstraints),
      'max-lines': ['error', { max: 300, skipComments: true, skipBlankLines: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    languageOptions: { parserOptions: { projectService: true } },
    rules: {
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/consistent-type-imports': 'off',
      'max-lines-per-function': ['error', { max: 40, skipComments: true, skipBlankLines: true }],
      'max-params': ['error', 5],
    },
  },
  {
    // A program that makes a file of a client may use packages, too.
    files: ['**/*.spec.ts', '**/src/testing/**/*.ts', 'libs/client/*/*.mjs'],
    rules: { '@nx/enforce-module-boundaries': moduleBoundaries(depConstraintsOfSpecs) },
  },
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/src/testing/**'],
    rules: {
      'no-restricted-imports': [
        'error',
        { patterns: [{ group: ['@storewright/*/testing'], message: 'It is for specs alone.' }] },
      ],
    },
  },
  // Of TypeORM's repositories only what says what it sends, and nothing beside its context (docs/adr/repositories.md). At run time these are refused as well.
  {
    files: ['apps/**/*.ts', 'libs/**/*.ts'],
    ignores: ['libs/platform/database/**'],
    plugins: { typeorm: typeormRules },
    rules: {
      'typeorm/no-hydrating-write': 'error',
      'typeorm/no-in': 'error',
      'typeorm/no-entity-manager': 'error',
    },
  },
  {
    files: ['**/*.ts'],
    plugins: { typeorm: typeormRules },
    rules: { 'typeorm/no-unsynchronized-entity': 'error' },
  },
  // A component's markup counts as lines of its function.
  {
    files: ['**/*.tsx'],
    rules: { 'max-lines-per-function': ['error', { max: 80, skipComments: true, skipBlankLines: true }] },
  },
  // A controller that is made for each resource is a class inside of a function, whose lines would count for both.
  {
    files: ['libs/platform/resources/src/*.controller.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 120, skipComments: true, skipBlankLines: true }] },
  },
  { files: ['apps/admin/**/*.ts', 'apps/admin/**/*.tsx'], ...reactHooks.configs.flat['recommended-latest'] },
  {
    files: ['apps/admin/src/**/*.ts', 'apps/admin/src/**/*.tsx', 'libs/client/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', '**/src/testing/**'],
    // A browser has none of it, and the specs beside have.
    rules: { 'no-restricted-imports': ['error', { patterns: ['node:*'] }] },
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
  // jest configs are wiring of the workspace: CommonJS, and they reach for the preset at its root.
  {
    files: ['**/*.cjs'],
    rules: { '@typescript-eslint/no-require-imports': 'off', '@nx/enforce-module-boundaries': 'off' },
  },
);
