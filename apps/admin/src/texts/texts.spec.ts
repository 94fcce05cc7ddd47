import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createIntl } from 'react-intl';
import { de } from './de';
import { en } from './en';

const source = resolve(__dirname, '..');
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts') && !/^texts\/(?:en|de)\b/.test(file))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

const catalogues: [language: string, Record<string, string>][] = [
  ['en', en],
  ['de', de],
];

/** Returns the placeholders in a text, without the forms of a plural. */
function valuesOf(text: string): string[] {
  const found = text.matchAll(/(?<!(?:=\d|one|other) )\{(\w+)\s*[,}]/g);
  return [...new Set([...found].map(([, name]) => name!))].sort();
}

describe.each(catalogues)('texts in %s', (locale, messages) => {
  it.each([0, 1, 2, 1000])('render with every placeholder set to %d', (value) => {
    const errors: string[] = [];
    const intl = createIntl({ locale, messages, onError: (error) => errors.push(error.message) });
    for (const [id, text] of Object.entries(messages)) {
      const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name, value]));
      expect(intl.formatMessage({ id }, values)).not.toMatch(/^$|[{}]/);
    }
    expect(errors).toEqual([]);
  });

  it('have every plural form of the language', () => {
    const { pluralCategories } = new Intl.PluralRules(locale).resolvedOptions();
    const lacking = Object.entries(messages).filter(
      ([, text]) =>
        text.includes(', plural,') && !pluralCategories.every((form) => text.includes(` ${form} {`)),
    );
    expect(lacking).toEqual([]);
  });
});

describe.each(catalogues)('accessible names in %s', (_language, messages) => {
  it('contain the visible label of their button, as voice control requires (WCAG 2.2, 2.5.3)', () => {
    const named = [...code.matchAll(/aria-label=\{t\('([\w.]+)\.of'/g)].map(([, label]) => label!);
    const labelled = named.filter((label) => messages[label] !== undefined);
    expect(labelled.length).toBeGreaterThan(3);
    const lacksLabel = (label: string) =>
      !messages[`${label}.of`]!.toLowerCase().includes(messages[label]!.toLowerCase());
    expect(labelled.filter(lacksLabel)).toEqual([]);
  });
});

describe('text catalogue', () => {
  it('contains only texts that the panel’s code uses', () => {
    // A composed id such as `apiAccess.filter.${each}` counts by its prefix.
    const beginnings = [...code.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(([, beginning]) => beginning!);
    const shown = (id: string): boolean =>
      code.includes(`'${id}'`) ||
      code.includes(`"${id}"`) ||
      beginnings.some((beginning) => id.startsWith(beginning));
    expect(Object.keys(en).filter((id) => !shown(id))).toEqual([]);
  });

  it('contains every visible word of the screens, because the markup contains no words', () => {
    const words = [...code.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+[.!?]?)\s*</g)].map(([, text]) => text);
    expect(words).toEqual([]);
  });
});

describe('German texts', () => {
  it('have the same ids and placeholders as the English texts', () => {
    expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort());
    const others = Object.entries(en).filter(
      ([id, text]) => String(valuesOf(text)) !== String(valuesOf(de[id as keyof typeof en])),
    );
    expect(others).toEqual([]);
  });

  it('differ from English except for words shared by both languages', () => {
    const left = Object.entries(en).filter(([id, text]) => de[id as keyof typeof en] === text);
    expect([...new Set(left.map(([, text]) => text))].filter((text) => !sameWords.has(text))).toEqual([]);
  });

  it('use German punctuation', () => {
    expect(Object.entries(de).filter(([, text]) => /[“][^„]*[”]|[”’]|\b\d,\d{3}\b/.test(text))).toEqual([]);
  });
});

/**
 * Names, technical terms and symbols that are the same in both languages. This list must not contain
 * sentences.
 */
const sameWords = new Set<string>([
  ...[
    'Storewright',
    '{page} · Storewright',
    '{page} · {shop}',
    '{type} …{id}',
    '{type} {id}',
    '{said}',
    '{action}: {rows}',
    '+{count}',
  ],
  ...['https://app.example/install', 'https://app.example/webhooks', 'webhook-id'],
  ...['https://app.example/privacy', 'https://app.example/support', 'Support', 'Support (optional)', 'Links'],
  ...[
    'Administrator',
    'App',
    'Apps',
    'Body',
    'Code',
    'Codes',
    'Domain',
    'Filter',
    'Filter ({count})',
    'Fulfillment',
    'ID',
    'Limits',
    'Logo',
    'Name',
    'Screenshots',
  ],
  ...[
    'API',
    'Operator',
    'Panel',
    'Passkeys',
    'Person',
    'SDK',
    'SKU',
    'Secret',
    'Secrets',
    'Shop',
    'Status',
    'Tag',
    'Tags',
    'Test',
    'Text',
  ],
  ...['Details', 'Token', 'URL', 'Version', 'Webhooks', 'Website'],
]);
