import { createIntl } from 'react-intl';
import { en } from './en';
import { pseudoText, pseudoTexts } from './pseudo';

describe('pseudoText', () => {
  it('accents every letter and keeps the syntax of plurals and placeholders', () => {
    expect(pseudoText('Ship {name} today')).toBe('Šħííþ {name} ŧóóđááý');
    expect(pseudoText('{count, plural, one {# order} other {# orders}}')).toBe(
      '{count, plural, one {# óóřđééř} other {# óóřđééřš}}',
    );
  });

  it('makes the English texts 25 to 50 % longer, and the result is valid ICU syntax', () => {
    const errors: string[] = [];
    const messages = pseudoTexts(en);
    const intl = createIntl({ locale: 'fa', messages, onError: (error) => errors.push(error.message) });
    const lengths = { english: 0, pseudo: 0 };
    for (const [id, text] of Object.entries(en)) {
      const values = Object.fromEntries([...text.matchAll(/\{(\w+)/g)].map(([, name]) => [name, 2]));
      expect(intl.formatMessage({ id }, values)).not.toMatch(/[A-Za-z]/);
      lengths.english += text.length;
      lengths.pseudo += messages[id]!.length;
    }
    expect(errors).toEqual([]);
    expect(lengths.pseudo / lengths.english).toBeGreaterThan(1.25);
    expect(lengths.pseudo / lengths.english).toBeLessThan(1.5);
  });
});
