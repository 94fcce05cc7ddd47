import { basename, extname } from 'node:path';
import {
  committedFiles,
  isDocument,
  namingTheirMachine,
  read,
  readJson,
  vaguelyNamed,
} from '@storewright/workspace';

/** Excludes documents, because the specs of tools/docs check them. */
const files = committedFiles().filter((file) => !isDocument(file));
const code = files.filter((file) => ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.sh'].includes(extname(file)));

/** Generated from another committed file. A spec compares the two. */
const generated = ['libs/client/sdk/src/openapi.ts'];

/** Nx requires the name `tsconfig.base.json`. */
const namedByTools = ['tsconfig.base.json'];

/** Files that may disable the boundary rule in a comment. This list may only shrink. */
const liftedBoundaries = [
  'apps/admin-e2e/src/panel/services.ts',
  'apps/docs-e2e/src/demo-platform.ts',
  'libs/testing/database/src/global-setup.ts',
  'libs/testing/database/src/global-teardown.ts',
];

const offending = (list: string[], rule: RegExp) => list.filter((file) => rule.test(read(file)));

describe('committed file', () => {
  it('is read by these tests', () => {
    expect(files).toEqual(expect.arrayContaining(['package.json', 'nx.json', 'oxlint.config.mjs']));
  });

  it('is in a known top-level folder, and is not build output', () => {
    const folders = ['.ci', '.github', '.vscode', 'apps', 'deploy', 'docs', 'libs', 'tools'];
    const isKnown = (file: string) => !file.includes('/') || folders.includes(file.split('/', 1)[0]!);
    expect(files.filter((file) => !isKnown(file) || file.endsWith('.js.map'))).toEqual([]);
  });

  it('has a specific name and is in a folder with a specific name', () => {
    expect(vaguelyNamed(files)).toEqual(namedByTools);
  });

  it('has at most 300 lines of code', () => {
    const long = code.filter((file) => !/\.spec\.tsx?$/.test(file) && linesOfCode(read(file)) > 300);
    expect(long).toEqual(generated);
  });

  it('contains no local path and no package registry', () => {
    expect(namingTheirMachine(files)).toEqual([]);
  });

  it('disables no size limit of the linter, and disables the boundary rule only in listed files', () => {
    const disabling = /oxlint-disable(?:-next-line|-line)?\s+(?:[^\n]*\b(?:max-lines|max-params)|--|\*\/|\n)/;
    expect(offending(code, disabling)).toEqual([]);
    expect(offending(code, /oxlint-disable[^\n]*@nx\/enforce-module-boundaries/)).toEqual(liftedBoundaries);
  });

  it('exports names instead of `export *`', () => {
    expect(offending(code, /^export \* from/m)).toEqual([]);
  });

  // A spec may skip tests if it states which machines cannot run them.
  it('contains no focused test (it.only) and no unconditionally skipped test', () => {
    const specs = code.filter((file) => /\.spec\.tsx?$/.test(file));
    expect(
      offending(specs, /\b(?:describe|it|test)\.(?:only|skip|todo|failing)\s*[.(`]|\b[fx](?:it|describe)\(/),
    ).toEqual([]);
  });

  // jest.preset.cjs has the limit of tests, until.ts that of waiting.
  it('sets no test timeout and no fixed wait in a spec', () => {
    const specs = code.filter((file) => /\.spec\.tsx?$/.test(file));
    expect(offending(specs, /^\s*\}, \d[\d_]*\);$|\bjest\.setTimeout\b|\bwaitForTimeout\b/m)).toEqual([]);
  });
});

describe('.nvmrc', () => {
  it('contains the major version of Node that the Dockerfile and the CI examples use', () => {
    const major = read('.nvmrc').trim();
    const used = ['Dockerfile', 'docs/ci.md'].flatMap((file) => [...read(file).matchAll(/\bnode:(\d+)-/g)]);
    expect([...new Set(used.map(([, version]) => version))]).toEqual([major]);
  });
});

describe('package.json', () => {
  type Wanted = Record<string, string | Record<string, string>>;
  const manifest = readJson<Record<string, Wanted>>('package.json');
  const kinds = ['dependencies', 'devDependencies', 'optionalDependencies', 'overrides'];
  const all = kinds.flatMap((kind) => Object.entries(manifest[kind] ?? {}));
  // An override `$name` means the version of that package in this package.json.
  const wanted = all
    .flatMap(([name, version]) => (typeof version === 'string' ? [[name, version]] : Object.entries(version)))
    .map(([name, version]) => [
      name,
      /^\$/.test(version!) ? all.find(([each]) => `$${each}` === version)?.[1] : version,
    ]);

  it.each(wanted)('pins %s to an exact version: %s', (_name, version) => {
    expect(version).toMatch(/^(?:npm:(?:@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(?:-[\w.]+)?$/);
  });
});

describe('package-lock.json', () => {
  const { packages } = readJson<{ packages: Record<string, { resolved?: string; integrity?: string }> }>(
    'package-lock.json',
  );

  it('has a checksum and no registry URL for every package', () => {
    const installed = Object.entries(packages).filter(([path]) => path !== '');
    expect(installed.length).toBeGreaterThan(0);
    expect(installed.filter(([, entry]) => entry.resolved !== undefined || !entry.integrity)).toEqual([]);
  });

  it('is the only lockfile', () => {
    const others = ['yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'npm-shrinkwrap.json'];
    expect(files.filter((file) => others.includes(basename(file)))).toEqual([]);
  });
});

/** Counts lines that are neither blank nor comments, as the linter's max-lines does. */
function linesOfCode(text: string): number {
  const withoutBlocks = text.replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '');
  return withoutBlocks.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|#)/.test(line))
    .length;
}
