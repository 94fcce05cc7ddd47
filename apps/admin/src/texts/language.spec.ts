import { languageOf, localeOf } from './language';

it('takes the language that was chosen in this browser', () => {
  expect(languageOf('a=b; storewright_language=de; c=d', ['en-GB'])).toBe('de');
  expect(languageOf('storewright_language=en', ['de'])).toBe('en');
});

it('takes the first language of the browser that it has, else English', () => {
  expect(languageOf('', ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(languageOf('', ['en-US', 'de'])).toBe('en');
  expect(languageOf('', ['fr'])).toBe('en');
  expect(languageOf('', [])).toBe('en');
});

it('believes no cookie that names another language, or nothing', () => {
  for (const value of ['', 'fr', 'constructor', '../de', 'de-DE'])
    expect(languageOf(`storewright_language=${value}`, ['de'])).toBe('de');
  expect(languageOf('not_storewright_language=en', ['de'])).toBe('de');
});

it('writes dates and numbers as in the country of the browser, where that speaks the language', () => {
  expect(localeOf('de', ['en-GB', 'de-AT', 'de'])).toBe('de-AT');
  expect(localeOf('de', ['en-GB'])).toBe('de');
  expect(localeOf('en', ['en-GB', 'en'])).toBe('en-GB');
});
