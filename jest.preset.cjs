const { readFileSync } = require('node:fs');
const { resolve } = require('node:path');
const root = __dirname;

/** Import aliases, as in tsconfig.base.json. */
const { paths } = JSON.parse(readFileSync(resolve(root, 'tsconfig.base.json'), 'utf8')).compilerOptions;
const moduleNameMapper = Object.fromEntries(
  Object.entries(paths).map(([name, files]) => [
    `^${name.replace('*', '([^/]+)')}$`,
    files.map((file) => resolve(root, file.replace('*', '$1'))),
  ]),
);

moduleNameMapper['^fast-check$'] = resolve(root, 'tools/workspace/fast-check.cjs');

// Files collected by their place (tools/workspace/collect.cjs).
moduleNameMapper['^collected:(\\w+)$'] = resolve(root, 'tools/workspace/collected/$1.cjs');

/** `npm test` runs the daily specs, `npm run test:nightly` (SPEC_SET=nightly) the others: docs/ci.md. */
const DAILY_SPECS = '<rootDir>/src/**/!(*.nightly).spec.ts';
const NIGHTLY_SPECS = '<rootDir>/src/**/*.nightly.spec.ts';

const transformer = resolve(root, 'tools/workspace/jest-transform.cjs');

/** ES modules among the packages, which jest on Node 20 must compile to CommonJS. */
const ES_MODULES = [
  '@formatjs',
  '@nestjs',
  'any-ascii',
  'content-disposition',
  'cookie',
  'dinero\\.js',
  'intl-messageformat',
  'jose',
  'oauth4webapi',
  'openid-client',
  'react-intl',
  'uuid',
  'lru-cache',
  'rate-limiter-flexible',
];

/**
 * Configuration of jest for one project: `preset(__dirname)`. `{ postgres: true }` starts an embedded
 * Postgres. `{ isIsolated: true }` loads the modules of the project for each spec file, because they contain
 * the state of a browser page.
 */
module.exports = (projectRoot, { postgres = false, isIsolated = false } = {}) => ({
  // All projects share one folder of compiled files.
  id: 'storewright',
  rootDir: projectRoot,
  displayName: projectRoot.slice(root.length + 1),
  testEnvironment: resolve(root, 'tools/workspace/test-environment.cjs'),
  testEnvironmentOptions: { isIsolated },
  runtime: resolve(root, 'tools/workspace/jest-runtime.cjs'),
  testMatch: [process.env.SPEC_SET === 'nightly' ? NIGHTLY_SPECS : DAILY_SPECS],
  moduleNameMapper,
  transformIgnorePatterns: [`/node_modules/(?!(${ES_MODULES.join('|')})/)`],
  transform: {
    '\\.ts$': [
      transformer,
      {
        jsc: {
          target: 'es2022',
          parser: { syntax: 'typescript', decorators: true },
          transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
        },
        module: { type: 'commonjs' },
      },
    ],
    '/node_modules/.+\\.js$|\\.mjs$': [
      transformer,
      { jsc: { target: 'es2022' }, module: { type: 'commonjs' } },
    ],
  },
  testSequencer: resolve(root, 'tools/workspace/longest-first.cjs'),
  reporters: ['default', resolve(root, 'tools/workspace/jest-count-reporter.cjs')],
  cacheDirectory: resolve(root, '.nx/jest'),
  // Ends a test or hook that hangs. It measures no speed, and no spec sets a limit of its own.
  testTimeout: 300_000,
  ...(postgres && {
    globalSetup: resolve(root, 'libs/testing/database/src/global-setup.ts'),
    globalTeardown: resolve(root, 'libs/testing/database/src/global-teardown.ts'),
  }),
});
