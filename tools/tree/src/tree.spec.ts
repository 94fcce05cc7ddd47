import { basename, extname } from 'node:path';
import {
  committedFiles,
  isDocument,
  namingTheirMachine,
  read,
  readJson,
  vaguelyNamed,
} from '@storewright/workspace';

/** The documents have their own spec in `tools/docs`. */
const files = committedFiles().filter((file) => !isDocument(file));
const code = files.filter((file) => ['.ts', '.tsx', '.mjs', '.cjs', '.js', '.sh'].includes(extname(file)));

/** Made by a program from another committed file; a spec compares the two. */
const generated = ['libs/client/sdk/src/openapi.ts'];

/** `tsconfig.base.json` is the name Nx looks for. */
const namedByTools = ['tsconfig.base.json'];

/** Rules that a comment may switch off, and where. This list may only shrink. */
const liftedBoundaries = [
  'apps/admin-e2e/src/panel/services.ts',
  'apps/docs-e2e/src/demo-platform.ts',
  'libs/testing/database/src/global-setup.ts',
  'libs/testing/database/src/global-teardown.ts',
];

const offending = (list: string[], rule: RegExp) => list.filter((file) => rule.test(read(file)));

describe('a committed file', () => {
  it('is found at all', () => {
    expect(files).toEqual(expect.arrayContaining(['package.json', 'nx.json', 'oxlint.config.mjs']));
  });

  it('says what is in it by its name, and so does its folder', () => {
    expect(vaguelyNamed(files)).toEqual(namedByTools);
  });

  it('has at most 300 lines of code', () => {
    const long = code.filter((file) => !/\.spec\.tsx?$/.test(file) && linesOfCode(read(file)) > 300);
    expect(long).toEqual(generated);
  });

  it('names no path of the machine it was written on, and no package registry', () => {
    expect(namingTheirMachine(files)).toEqual([]);
  });

  it('switches off no limit of size, and the boundary rule only where that is known', () => {
    const disabling = /oxlint-disable(?:-next-line|-line)?\s+(?:[^\n]*\b(?:max-lines|max-params)|--|\*\/|\n)/;
    expect(offending(code, disabling)).toEqual([]);
    expect(offending(code, /oxlint-disable[^\n]*@nx\/enforce-module-boundaries/)).toEqual(liftedBoundaries);
  });

  // A test may depend on the machine where the spec says on what, by choosing between the two functions.
  it('runs no test alone and skips none for good', () => {
    const specs = code.filter((file) => /\.spec\.tsx?$/.test(file));
    expect(
      offending(specs, /\b(?:describe|it|test)\.(?:only|skip|todo|failing)\s*[.(`]|\b[fx](?:it|describe)\(/),
    ).toEqual([]);
  });

  // Jest's one limit is in jest.preset.cjs, that of whatever waits in until.ts.
  it('has no time limit of its own where it is a spec, and waits for no time', () => {
    const specs = code.filter((file) => /\.spec\.tsx?$/.test(file));
    expect(offending(specs, /^\s*\}, \d[\d_]*\);$|\bjest\.setTimeout\b|\bwaitForTimeout\b/m)).toEqual([]);
  });
});

describe('.nvmrc', () => {
  it('names the major version of Node that the image and the CI examples use', () => {
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
  // What another package is told to take, `$name`: the version that is ours.
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

  it('leaves the registry to whoever installs: no address, but a checksum for every package', () => {
    const installed = Object.entries(packages).filter(([path]) => path !== '');
    expect(installed.length).toBeGreaterThan(0);
    expect(installed.filter(([, entry]) => entry.resolved !== undefined || !entry.integrity)).toEqual([]);
  });

  it('is the only lockfile', () => {
    const others = ['yarn.lock', 'pnpm-lock.yaml', 'bun.lock', 'npm-shrinkwrap.json'];
    expect(files.filter((file) => others.includes(basename(file)))).toEqual([]);
  });
});

/** Lines that are neither blank nor comment, as the linter's max-lines counts them but for code beside a comment. */
function linesOfCode(text: string): number {
  const withoutBlocks = text.replace(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '');
  return withoutBlocks.split('\n').filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|#)/.test(line))
    .length;
}
