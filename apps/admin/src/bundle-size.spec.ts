import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { type Screen, screens } from './testing/sources';

/**
 * Maximum size in bytes of all files that a browser loads before it shows a screen, compressed with Brotli.
 */
const most = 200_000;

interface Chunk {
  file: string;
  /** Style sheets that the chunk needs. */
  css?: string[];
  isDynamicEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
}

const folder = resolve(__dirname, '../../../dist/apps/admin');
let manifest: Record<string, Chunk>;

beforeAll(() => {
  const file = join(folder, 'manifest.json');
  if (!existsSync(file)) throw new Error(`${file} is missing: "npx nx e2e admin" builds the panel first.`);
  manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>;
});

/** Returns the files of a chunk and of everything that it imports statically. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const { file, css = [], imports = [] } = manifest[name]!;
  if (seen.has(file)) return seen;
  for (const each of [file, ...css]) seen.add(each);
  for (const each of imports) filesOf(each, seen);
  return seen;
}

/** Returns the style sheets of all chunks. */
const styles = (): string[] => Object.values(manifest).flatMap(({ css = [] }) => css);

const compressed = (files: Iterable<string>): number =>
  [...files].reduce((total, file) => total + statSync(join(folder, `${file}.br`)).size, 0);

/** Returns the files that are loaded after the page. */
const later = (part: 'screens' | 'texts'): string[] =>
  Object.keys(manifest).filter((name) => name.startsWith(`src/${part}/`) && manifest[name]!.isDynamicEntry);

const fileNameOf = (texts: string): string => texts.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Returns the size of a first screen with its texts, in each language. */
function sizesOf({ file, texts }: Screen): (readonly [screen: string, language: string, size: number])[] {
  const page = statSync(join(folder, 'index.html')).size;
  return ['en', 'de'].map((language) => {
    const files = filesOf(`src/${file}`, filesOf('index.html'));
    for (const each of ['first', ...texts]) filesOf(`src/texts/${language}/${fileNameOf(each)}.ts`, files);
    return [file, language, page + compressed(files)] as const;
  });
}

it('the panel loads less than 200 kB before the first screen is visible, in each language', () => {
  expect(later('screens')).toEqual(expect.arrayContaining(screens.map(({ file }) => `src/${file}`)));
  expect(screens.flatMap(sizesOf).filter(([, , size]) => size >= most)).toEqual([]);
});

it('the panel loads the chart library with the first chart instead of with a screen', () => {
  const chart = manifest['src/parts/chart/bar-chart.tsx']!.file;
  for (const screen of later('screens')) expect(filesOf(screen)).not.toContain(chart);
});

it('the panel loads the transliteration table only with the form for a new shop', () => {
  const table = manifest['src/parts/domain-for.ts']!;
  expect(table.isDynamicEntry).toBe(true);
  for (const screen of ['index.html', ...later('screens')]) {
    const files = filesOf(screen);
    expect(files).not.toContain(table.file);
    expect([...files].filter((file) => statSync(join(folder, file)).size > 400_000)).toEqual([]);
  }
});

it('the panel preloads no screens and no texts', () => {
  const first = filesOf('index.html');
  expect(later('texts').length).toBeGreaterThan(30);
  for (const each of [...later('screens'), ...later('texts')])
    expect(first).not.toContain(manifest[each]!.file);
});

it('the bundle contains React Aria texts only in the panel’s languages', () => {
  const scripts = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'));
  const code = scripts.map((file) => readFileSync(join(folder, 'assets', file), 'utf8')).join('');
  expect(code).toContain('`Schließen`');
  expect(code).not.toMatch(/Rejeter|Descartar|Пропустить/);
});

it('the bundle contains no code that the content security policy blocks', () => {
  const page = readFileSync(join(folder, 'index.html'), 'utf8');
  expect(page).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=|\son\w+=/);
  expect(styles().length).toBeGreaterThan(10);
  for (const file of styles())
    expect(readFileSync(join(folder, file), 'utf8')).not.toMatch(/url\(["']?data:|@import/);
});
