import { browserLanguage } from './browser-language';

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', 'de'],
  ['fr;q=0.9, en;q=0.5, DE;q=0.7', 'de'],
  ['en-GB', 'en'],
  ['de;q=0, en;q=0.1', 'en'],
  ['fr, *;q=0.5', null],
  ['de;q=often', null],
  ['', null],
  [undefined, null],
])('browserLanguage(%j) returns %j', (header, language) => {
  expect(browserLanguage(header)).toBe(language);
});
