import { createIntl } from 'react-intl';
import { fieldErrors, Problem, type ErrorObject } from '../api/problem';
import { addTexts, loadTexts, shown, type Texts } from '../texts/catalogue';
import { errorText, errorTexts, ownText } from './error-words';

let t: Texts;
beforeAll(async () => {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await loadTexts('de');
  await addTexts(['errors']);
  const intl = createIntl({ locale: 'de', messages: shown.messages });
  t = (id, values) => intl.formatMessage({ id }, values);
});

const wrong = (attribute: string, detail = 'In English.'): ErrorObject => ({
  ...{ code: 'invalid_attribute', title: 'Invalid attribute', detail },
  source: { pointer: `/data/attributes/${attribute}` },
});

describe('an error of the API', () => {
  it('is said by the attribute that is wrong, in the language of the person', () => {
    expect(errorText(t, wrong('email'))).toBe('Geben Sie eine E-Mail-Adresse ein, wie name@example.com.');
    expect(errorText(t, wrong('tags/3'))).toBe('Geben Sie jedes Tag einmal ein, höchstens 250.');
    expect(errorText(t, { ...wrong(''), source: {}, meta: { attribute: 'sku' } })).toBe(
      'Diese SKU ist zu lang.',
    );
  });

  it('is said by its code, whatever it is about', () => {
    expect(errorText(t, { ...wrong('title'), code: 'invalid_text' })).toMatch(
      /^Dieser Text enthält ein Zeichen/,
    );
    expect(errorText(t, { code: 'last_owner', title: 'Last owner' })).toMatch(/^Ein Shop behält/);
  });

  it('that the panel has no text for is said in the words of the API', () => {
    expect(errorText(t, wrong('gift_wrap'))).toBe('In English.');
    expect(errorText(t, { code: 'out_of_gift_wrap', title: 'Out of gift wrap' })).toBe('Out of gift wrap');
  });

  it('is said once at its field, and once among others, however many say the same', () => {
    const errors = [wrong('email', 'One.'), wrong('email', 'Two.'), wrong('gift_wrap', 'gift_wrap is red.')];
    expect(fieldErrors(new Problem(422, errors), (each) => ownText(t, each))).toEqual({
      email: ['Geben Sie eine E-Mail-Adresse ein, wie name@example.com.'],
      gift_wrap: ['It is red.'],
    });
    expect(errorTexts(t, errors)).toBe(
      'Geben Sie eine E-Mail-Adresse ein, wie name@example.com. gift_wrap is red.',
    );
  });
});
