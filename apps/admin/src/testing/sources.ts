import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const folder = resolve(__dirname, '..');

/** Source files of the panel without its texts, keyed by path below `src`. */
export const sources = new Map(
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !/\.spec\.ts$|^testing\b|^texts\/(?:en|de)\b/.test(file))
    .map((file) => [file, readFileSync(join(folder, file), 'utf8')]),
);

export interface Screen {
  file: string;
  /** Text modules that the panel loads together with the screen. */
  texts: string[];
}

/** Screens in `app.tsx`, and sections of screens with their own texts. */
export const screens: readonly Screen[] = [...sources].flatMap(([declaredIn, code]) =>
  [...code.matchAll(/\bscreen\(\s*\(\) => import\('(\.[\w./-]+)'\)([^)]*)\)/g)].map(([, path, texts]) => ({
    file: `${join(dirname(declaredIn), path!)}.tsx`,
    texts: [...texts!.matchAll(/'(\w+)'/g)].map(([, name]) => name!),
  })),
);

/** Returns a file with its direct and indirect imports, excluding imported screens. */
export function reachedFrom(file: string, reached = new Set<string>()): Set<string> {
  reached.add(file);
  for (const each of importsOf(file))
    if (!reached.has(each) && !screens.some((screen) => screen.file === each)) reachedFrom(each, reached);
  return reached;
}

function importsOf(file: string): string[] {
  const named = sources.get(file)!.matchAll(/(?:from|import\() ?'(\.[^']+)'/g);
  const paths = [...named].map(([, path]) => join(dirname(file), path!));
  return paths.flatMap((path) => [`${path}.ts`, `${path}.tsx`].filter((each) => sources.has(each)));
}
