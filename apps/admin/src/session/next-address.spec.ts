import { nextAddress, signInAddress } from './next-address';

const origin = 'http://demo-shop.localhost:3002';

describe('nextAddress', () => {
  it.each([
    ['/admin/settings/api-access', '/settings/api-access'],
    ['/admin/oauth/01a1?state=x%201&a=b', '/oauth/01a1?state=x%201&a=b'],
    ['/admin/activity#newest', '/activity#newest'],
    ['/admin', '/'],
    ['/admin/', '/'],
    ['/admin/../admin/apps', '/apps'],
  ])('returns the path below /admin for the panel page %s', (next, expected) => {
    expect(nextAddress(next, origin)).toBe(expected);
  });

  it.each([
    null,
    '',
    'https://evil.example/admin/',
    'https:evil.example/admin',
    '//evil.example/admin/',
    '///evil.example/admin/',
    '/\\evil.example/admin/',
    '\\\\evil.example/admin/',
    '/\t/evil.example/admin/',
    '\t//evil.example',
    '/admin//evil.example',
    '/admin/..//evil.example',
    'javascript:alert(1)',
    '/admin/../api/meta',
    '/administrator',
    '/api/meta',
    '/admin/api/shops',
    '/admin/sign-in?next=/admin/sign-in',
    'admin/apps',
    '@evil.example/admin/',
    '/admin/%2e%2e/api',
    'http://demo-shop.localhost:3002@evil.example/admin/',
  ])('returns the home page for the invalid return URL %j', (next) => {
    expect(nextAddress(next, origin)).toBe('/');
  });
});

it('signInAddress keeps the path, query and fragment of the page, and nextAddress returns them unchanged', () => {
  const address = signInAddress('/oauth/01a1?state=x&y=z#a');
  expect(nextAddress(new URL(address, origin).searchParams.get('next'), origin)).toBe(
    '/oauth/01a1?state=x&y=z#a',
  );
  expect(signInAddress('/')).toBe('/sign-in');
});
