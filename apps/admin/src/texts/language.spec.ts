import { languageOf, localeOf, requestedLocale } from './language';

it('languageOf returns the language that the user chose in this browser', () => {
  expect(languageOf('a=b; storewright_language=de; c=d', ['en-GB'])).toBe('de');
  expect(languageOf('storewright_language=en', ['de'])).toBe('en');
});

it('languageOf returns the browser’s first supported language, otherwise English', () => {
  expect(languageOf('', ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(languageOf('', ['en-US', 'de'])).toBe('en');
  expect(languageOf('', ['fr'])).toBe('en');
  expect(languageOf('', [])).toBe('en');
});

it('languageOf ignores a cookie with an unknown language', () => {
  for (const value of ['', 'fr', 'constructor', '../de', 'de-DE'])
    expect(languageOf(`storewright_language=${value}`, ['de'])).toBe('de');
  expect(languageOf('not_storewright_language=en', ['de'])).toBe('de');
});

it('localeOf returns the browser’s first locale of the language, such as de-AT', () => {
  expect(localeOf('de', ['en-GB', 'de-AT', 'de'])).toBe('de-AT');
  expect(localeOf('de', ['en-GB'])).toBe('de');
  expect(localeOf('en', ['en-GB', 'en'])).toBe('en-GB');
});

it('requestedLocale accepts a language or the pseudo-locale on development hosts only', () => {
  const requested = (hostname: string, locale: string) =>
    requestedLocale({ hostname, search: `?page=2&locale=${locale}` });
  expect(requested('demo-shop.localhost', 'pseudo')).toBe('pseudo');
  expect(requested('localhost', 'de')).toBe('de');
  for (const locale of ['', 'fr', 'constructor']) expect(requested('localhost', locale)).toBeUndefined();
  for (const hostname of ['shop.example', 'notlocalhost', 'localhost.example'])
    expect(requested(hostname, 'pseudo')).toBeUndefined();
});
