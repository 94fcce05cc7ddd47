import { createIntl } from 'react-intl';
import { fieldErrors, Problem, type ErrorObject } from '../api/problem';
import { addTexts, loadTexts, shown, type Texts } from '../texts/catalogue';
import type { Language } from '../texts/language';
import { errorText, errorTexts } from './error-words';

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

describe('errorText and errorTexts', () => {
  let t: Texts;
  beforeAll(async () => {
    t = await textsIn('de');
  });

  it('return the attribute’s text in the panel’s language', () => {
    expect(errorText(t, wrong('email'))).toBe('Geben Sie eine E-Mail-Adresse ein, wie name@example.com.');
    expect(errorText(t, wrong('tags/3'))).toBe(
      'Geben Sie höchstens 250 Tags ein, jedes einmal und mit höchstens 255 Zeichen.',
    );
    expect(errorText(t, { ...wrong(''), source: {}, meta: { attribute: 'sku' } })).toBe(
      'Geben Sie eine SKU mit höchstens 255 Zeichen ein.',
    );
  });

  it('return the error code’s text for errors without an attribute', () => {
    expect(errorText(t, { ...wrong('title'), code: 'invalid_text' })).toMatch(
      /^Dieser Text enthält ein Zeichen/,
    );
    expect(errorText(t, { code: 'last_owner', title: 'Last owner' })).toMatch(/^Ein Shop behält/);
  });

  it('return a query error’s text by its reason, otherwise by its parameter', () => {
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

  it('return the form’s text for an invalid value, and the error code’s text for other errors of a field', () => {
    const texts = { value: 'Höchstens 100 %.' };
    expect(errorText(t, wrong('value'), texts)).toBe('Höchstens 100 %.');
    expect(errorText(t, { ...wrong('value'), code: 'already_exists' }, texts)).toMatch(
      /^Das gibt es bereits/,
    );
  });

  it('return no API sentence for an attribute without a text or for an error that only a bug causes', () => {
    expect(errorText(t, wrong('gift_wrap'))).toBe('Prüfen Sie diesen Wert.');
    expect(errorText(t, { ...wrong('title'), code: 'not_fillable' })).toMatch(
      /^Das Panel hat etwas gesendet/,
    );
  });

  it('return the API’s detail for an unknown error code', () => {
    const error = { code: 'out_of_gift_wrap', title: 'Out of gift wrap' };
    expect(errorText(t, error)).toBe('Out of gift wrap');
    expect(errorText(t, { ...error, detail: 'None is left.' })).toBe('None is left.');
  });

  it('return identical error texts once', () => {
    const errors = [wrong('email', 'One.'), wrong('email', 'Two.'), wrong('gift_wrap')];
    const email = 'Geben Sie eine E-Mail-Adresse ein, wie name@example.com.';
    expect(fieldErrors(new Problem(422, errors), (each) => errorText(t, each))).toEqual({
      email: [email],
      gift_wrap: ['Prüfen Sie diesen Wert.'],
    });
    expect(errorTexts(t, errors)).toBe(`${email} Prüfen Sie diesen Wert.`);
  });
});

it('errorText returns panel texts instead of API sentences in English too', async () => {
  const t = await textsIn('en');
  const value = wrong('value', 'value of a percentage must be an integer from 1 to 10000, in basis points.');
  expect(errorText(t, value)).toBe('Enter a value greater than 0; a percentage is at most 100.');
  expect(errorText(t, { code: 'last_owner', title: 'Last owner', detail: 'PATCH another one.' })).toMatch(
    /^A shop keeps at least one owner/,
  );
});
