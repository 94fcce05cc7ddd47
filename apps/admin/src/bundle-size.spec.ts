import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Of all that a browser has to load before it shows a screen, compressed with gzip, in bytes. */
const most = 250_000;

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const root = resolve(__dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'storewright-bundle-'));
let manifest: Record<string, Chunk>;

beforeAll(() => {
  const vite = [
    'node_modules/vite/bin/vite.js',
    'build',
    'apps/admin',
    '--outDir',
    folder,
    '--logLevel',
    'error',
  ];
  // Jest's own NODE_ENV would build React for development.
  execFileSync(process.execPath, vite, { cwd: root, env: { ...process.env, NODE_ENV: 'production' } });
  manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The files of a chunk and of everything that it imports at once. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const { file, imports = [], css = [] } = manifest[name]!;
  if (seen.has(file)) return seen;
  for (const each of [file, ...css]) seen.add(each);
  for (const each of imports) filesOf(each, seen);
  return seen;
}

const compressed = (files: Iterable<string>, as: 'gz' | 'br' = 'gz'): number =>
  [...files].reduce((total, file) => total + statSync(join(folder, `${file}.${as}`)).size, 0);

it('needs less than 250 kB before any of its screens is shown first', () => {
  const screens = manifest['index.html']!.dynamicImports!;
  expect(screens.length).toBeGreaterThan(4);
  const page = statSync(join(folder, 'index.html')).size;
  const sizes = screens.map(
    (screen) => [screen, page + compressed(filesOf(screen, filesOf('index.html')))] as const,
  );
  expect(sizes.filter(([, size]) => size >= most)).toEqual([]);
});

it.each(['sign-in/sign-in', 'home/home'])(
  'sends less than 200 kB until %s is there, as browsers ask for it',
  (name) => {
    const screen = filesOf(`src/screens/${name}.tsx`, filesOf('index.html'));
    expect(compressed(screen, 'br')).toBeLessThan(200_000);
  },
);

it('loads what draws charts when one is shown, not with a screen', () => {
  const chart = manifest['src/parts/chart/bar-chart.tsx']!.file;
  for (const screen of manifest['index.html']!.dynamicImports!) expect(filesOf(screen)).not.toContain(chart);
});

it('loads no screen before it is asked for', () => {
  const first = filesOf('index.html');
  for (const screen of manifest['index.html']!.dynamicImports!)
    expect(first).not.toContain(manifest[screen]!.file);
});

it('has nothing that the content security policy would stop: no inline script or style, no data: address', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  const styles = Object.values(manifest).flatMap(({ css = [] }) => css);
  for (const file of styles)
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/url\(["']?data:|@import/);
});
