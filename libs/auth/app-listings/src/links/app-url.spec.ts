import { problemOfAppUrl, withParameters } from './app-url';

describe('problemOfAppUrl', () => {
  it.each([
    'https://app.example',
    'https://app.example:8443/install?plan=a%20b',
    'http://localhost:4000/install',
    'http://127.0.0.1:4000/',
    'http://[::1]:4000/',
    'http://demo.localhost:4000/',
    'https://app.example/%2A',
  ])('accepts %s', (address) => {
    expect(problemOfAppUrl(address, ['nonce'])).toBeUndefined();
  });

  it.each([
    ['http://app.example/install', /https:\/\//],
    ['http://localhost.evil.example/', /https:\/\//],
    ['http://127.0.0.2/', /https:\/\//],
    ['javascript:alert(1)', /https:\/\//],
    ['data:text/html,x', /https:\/\//],
    ['ftp://app.example/', /https:\/\//],
    ['https:app.example', /https:\/\//],
    ['//app.example/', /absolute/],
    ['/install', /absolute/],
    ['', /absolute/],
    ['https://', /absolute/],
    ['https://user:pass@app.example/', /user name/],
    ['https://@app.example/', /user name/],
    ['https://:@app.example/', /user name/],
    ['https:///@app.example/', /absolute/],
    ['https:///install', /absolute/],
    ['https://trusted.example@evil.example/', /user name/],
    ['https://app.example/#top', /fragment/],
    ['https://app.example/#', /fragment/],
    ['https://*.app.example/', /wildcard/],
    ['https://app.example/*', /wildcard/],
    ['https://app.example/install?to=*', /wildcard/],
    ['JavaScript://app.example/%0aalert(1)', /https:\/\//],
    ['http://app.example@localhost/', /user name/],
    ['https://app.example\\@evil.example/', /ASCII/],
    ['https://app.example/a b', /ASCII/],
    ['https://app.example/\r\nSet-Cookie:x', /ASCII/],
    ['https://äpp.example/', /ASCII/],
    ['https://app.example/?nonce=mine', /"nonce"/],
    [`https://app.example/${'x'.repeat(2048)}`, /2048/],
  ])('rejects %j', (address, reason) => {
    expect(problemOfAppUrl(address, ['nonce'])).toMatch(reason);
  });
});

describe('withParameters', () => {
  it.each([
    ['https://a.example', 'https://a.example?nonce=N'],
    ['https://a.example/i', 'https://a.example/i?nonce=N'],
    ['https://a.example/i?', 'https://a.example/i?nonce=N'],
    ['https://a.example/i?x', 'https://a.example/i?x&nonce=N'],
    ['https://a.example/i?x=%20&', 'https://a.example/i?x=%20&nonce=N'],
  ])('appends parameters to %s', (address, expected) => {
    expect(withParameters(address, { nonce: 'N' })).toBe(expected);
  });

  it('encodes values, so that a value cannot add or change a query parameter', () => {
    const { searchParams } = new URL(
      withParameters('https://a.example', { nonce: 'N', state: 'a&nonce=M#+ü' }),
    );
    expect([...searchParams]).toEqual([
      ['nonce', 'N'],
      ['state', 'a&nonce=M#+ü'],
    ]);
  });
});
