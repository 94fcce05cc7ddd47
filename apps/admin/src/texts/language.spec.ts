import { languageOf, localeOf, requestedLocale } from './language';

it('uses the language chosen in this browser', () => {
  expect(languageOf('a=b; storewright_language=de; c=d', ['en-GB'])).toBe('de');
  expect(languageOf('storewright_language=en', ['de'])).toBe('en');
});

it('uses the browser’s first supported language, otherwise English', () => {
  expect(languageOf('', ['fr-FR', 'de-AT', 'en'])).toBe('de');
  expect(languageOf('', ['en-US', 'de'])).toBe('en');
  expect(languageOf('', ['fr'])).toBe('en');
  expect(languageOf('', [])).toBe('en');
});

it('ignores a cookie with an unknown language', () => {
  for (const value of ['', 'fr', 'constructor', '../de', 'de-DE'])
    expect(languageOf(`storewright_language=${value}`, ['de'])).toBe('de');
  expect(languageOf('not_storewright_language=en', ['de'])).toBe('de');
});

it('formats dates and numbers for the browser’s country if the language is spoken there', () => {
  expect(localeOf('de', ['en-GB', 'de-AT', 'de'])).toBe('de-AT');
  expect(localeOf('de', ['en-GB'])).toBe('de');
  expect(localeOf('en', ['en-GB', 'en'])).toBe('en-GB');
});

it('accepts ?locale= with a language or the pseudo-locale, but only on development addresses', () => {
  const requested = (hostname: string, locale: string) =>
    requestedLocale({ hostname, search: `?page=2&locale=${locale}` });
  expect(requested('demo-shop.localhost', 'pseudo')).toBe('pseudo');
  expect(requested('localhost', 'de')).toBe('de');
  for (const locale of ['', 'fr', 'constructor']) expect(requested('localhost', locale)).toBeUndefined();
  for (const hostname of ['shop.example', 'notlocalhost', 'localhost.example'])
    expect(requested(hostname, 'pseudo')).toBeUndefined();
});
