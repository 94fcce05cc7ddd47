import { createIntl } from 'react-intl';
import { fieldErrors, Problem, type ErrorObject } from '../api/problem';
import { addTexts, loadTexts, shown, type Texts } from '../texts/catalogue';
import type { Language } from '../texts/language';
import { errorText, errorTexts, ownText } from './error-words';

async function textsIn(language: Language): Promise<Texts> {
  Object.assign(globalThis, { document: { documentElement: {} } });
  await loadTexts(language);
  await addTexts(['errors']);
  const intl = createIntl({ locale: language, messages: shown.messages });
  return (id, values) => intl.formatMessage({ id }, values);
}

const wrong = (attribute: string, detail = 'In English.'): ErrorObject => ({
  ...{ code: 'invalid_attribute', title: 'Invalid attribute', detail },
  source: { pointer: `/data/attributes/${attribute}` },
});

describe('ownText and errorTexts', () => {
  let t: Texts;
  beforeAll(async () => {
    t = await textsIn('de');
  });

  it('chooses the text by attribute in the person’s language', () => {
    expect(errorText(t, wrong('email'))).toBe('Geben Sie eine E-Mail-Adresse ein, wie name@example.com.');
    expect(errorText(t, wrong('tags/3'))).toBe('Geben Sie jedes Tag einmal ein, höchstens 250.');
    expect(errorText(t, { ...wrong(''), source: {}, meta: { attribute: 'sku' } })).toBe(
      'Diese SKU ist zu lang.',
    );
  });

  it('chooses the text by code for errors without an attribute', () => {
    expect(errorText(t, { ...wrong('title'), code: 'invalid_text' })).toMatch(
      /^Dieser Text enthält ein Zeichen/,
    );
    expect(errorText(t, { code: 'last_owner', title: 'Last owner' })).toMatch(/^Ein Shop behält/);
  });

  it('chooses the text of a query error by its reason, otherwise by its parameter', () => {
    const refused = (parameter: string, reason?: string): ErrorObject => ({
      ...{ code: 'invalid_query_parameter', title: 'Invalid', detail: 'In English.', source: { parameter } },
      ...(reason !== undefined && { meta: { reason } }),
    });
    expect(
      [refused('filter[meta]', 'no_order'), refused('sort'), refused('filter[later]')].map((each) =>
        errorText(t, each),
      ),
    ).toEqual([
      'Wahr und falsch haben keine Reihenfolge. Vergleichen Sie sie mit = oder !=.',
      'So lässt sich die Liste nicht sortieren.',
      'Ein Teil dieser Adresse ist nicht verständlich.',
    ]);
  });

  it('uses the API’s detail when the panel has no text', () => {
    expect(errorText(t, wrong('gift_wrap'))).toBe('In English.');
    expect(errorText(t, { code: 'out_of_gift_wrap', title: 'Out of gift wrap' })).toBe('Out of gift wrap');
  });

  it('shows identical texts once', () => {
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

it('uses the API’s detail for attribute errors in English, and panel texts for other errors', async () => {
  const t = await textsIn('en');
  const errors = [
    wrong('password', 'password is known from a leak. Choose another password.'),
    { ...wrong('data/a', 'A text cannot hold U+0000.'), code: 'invalid_text' },
  ];
  expect(fieldErrors(new Problem(422, errors), (each) => ownText(t, each))).toEqual({
    password: ['It is known from a leak. Choose another password.'],
    data: ['A text cannot hold U+0000.'],
  });
  expect(
    errorText(t, { code: 'last_owner', title: 'Last owner', detail: 'PATCH another one first.' }),
  ).toMatch(/^A shop keeps at least one owner/);
  const { detail: _, ...bare } = wrong('phone');
  expect(errorText(t, bare)).toBe('Enter a phone number, such as +49 30 123456.');
});
