import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createIntl } from 'react-intl';
import { reachedFrom, screens, sources } from '../testing/sources';
import { addTexts, loadTexts, shown } from './catalogue';

const fileNames = readdirSync(join(__dirname, 'en')).map((file) => file.replace('.ts', ''));
const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

/** Ids of the texts by file. */
const idsOf = new Map<string, string[]>();
beforeAll(async () => {
  for (const name of fileNames) {
    const file = (await import(join(__dirname, 'en', name))) as Record<string, object>;
    idsOf.set(camelCase(name), Object.values(file).flatMap(Object.keys));
  }
});

/**
 * Returns the files with texts that these sources use, except the first file. A composed id counts by its
 * beginning.
 */
function needed(files: Iterable<string>): string[] {
  const code = [...files].map((file) => sources.get(file)!).join('\n');
  const beginnings = [...code.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(([, beginning]) => beginning!);
  const isIn = (id: string) =>
    code.includes(`'${id}'`) || code.includes(`"${id}"`) || beginnings.some((each) => id.startsWith(each));
  const first = new Set(idsOf.get('first'));
  // Error texts are loaded with the first error.
  return [...idsOf]
    .filter(([name]) => name !== 'errors')
    .filter(([, ids]) => ids.some((id) => !first.has(id) && isIn(id)))
    .map(([name]) => name);
}

describe('text catalogue', () => {
  it('loads with each screen exactly the texts that the screen shows', () => {
    expect(screens.length).toBeGreaterThan(30);
    const frame = reachedFrom('main.tsx');
    for (const { file, texts } of screens) {
      const own = [...reachedFrom(file)].filter((each) => !frame.has(each));
      expect([file, [...texts].sort()]).toEqual([file, needed(own).sort()]);
    }
  });

  it('loads the texts of the page frame first', () => {
    // The command palette and the notifications load their own texts when they open.
    expect(needed(reachedFrom('main.tsx'))).toEqual(['notifications', 'palette']);
  });

  it('adds new texts to the messages of an existing formatter', async () => {
    Object.assign(globalThis, { document: { documentElement: {} } });
    await loadTexts('de');
    const intl = createIntl({ locale: 'de', messages: shown.messages });
    await addTexts(['meta', 'home']);
    expect(intl.formatMessage({ id: 'meta.resourceId' })).not.toBe('meta.resourceId');
    expect(intl.formatMessage({ id: 'navigation.home' })).toBe('Startseite');
  });
});
