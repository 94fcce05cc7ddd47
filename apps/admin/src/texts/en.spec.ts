import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createIntl } from 'react-intl';
import { en } from './en';

const source = resolve(__dirname, '..');
const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('.spec.ts') && !file.startsWith('texts/en'))
  .map((file) => readFileSync(join(source, file), 'utf8'))
  .join('\n');

describe('the catalogue', () => {
  it('has a text that can be read for each of its names, its values filled in', () => {
    const errors: string[] = [];
    const intl = createIntl({ locale: 'en', messages: en, onError: (error) => errors.push(error.message) });
    for (const [id, text] of Object.entries(en)) {
      const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name, 1]));
      expect(intl.formatMessage({ id }, values)).not.toMatch(/^$|[{}]/);
    }
    expect(errors).toEqual([]);
  });

  it('has no text that nothing shows', () => {
    // Names that are put together, such as `apiAccess.filter.${each}`, count by their beginning.
    const beginnings = [...code.matchAll(/`([a-z][\w.]*\.)\$\{/gi)].map(([, beginning]) => beginning!);
    const shown = (id: string): boolean =>
      code.includes(`'${id}'`) ||
      code.includes(`"${id}"`) ||
      beginnings.some((beginning) => id.startsWith(beginning));
    expect(Object.keys(en).filter((id) => !shown(id))).toEqual([]);
  });

  it('is all that screens show: no words of their own in the markup', () => {
    const words = [...code.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+[.!?]?)\s*</g)].map(([, text]) => text);
    expect(words).toEqual([]);
  });
});
