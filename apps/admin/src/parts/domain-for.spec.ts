import { domainFor } from './domain-for';

describe('domainFor', () => {
  it.each([
    ['Łopata', 'lopata'],
    ['Café Öl & Söhne', 'cafe-ol-sohne'],
    ['Straße 7', 'strasse-7'],
    ['Чай', 'chay'],
    ["Bob's Tea", 'bobs-tea'],
    ['!!', ''],
  ])('suggests for the shop name %j the domain %j', (name, domain) => {
    expect(domainFor(name)).toBe(domain);
  });

  it('cuts a long name to 63 characters without a trailing hyphen', () => {
    expect(domainFor('a'.repeat(80))).toBe('a'.repeat(63));
    expect(domainFor(`${'a'.repeat(62)} b`)).toBe('a'.repeat(62));
  });
});
