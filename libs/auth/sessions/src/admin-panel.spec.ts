import { AdminPanel } from './admin-panel';

describe('AdminPanel.pages', () => {
  const { pages } = new AdminPanel('https://{shop}.stores.example/admin');

  it.each(['https://demo-shop.stores.example', 'https://a.stores.example'])(
    'includes the origin %s',
    (origin) => {
      expect(pages.includes(origin)).toBe(true);
    },
  );

  it.each([
    'http://demo-shop.stores.example',
    'https://demo-shop.stores.example:8443',
    'https://stores.example',
    'https://a.b.stores.example',
    'https://demo-shop-stores.example',
    'https://demo-shopXstores.example',
    'https://demo-shop.stores.example.evil.example',
    'https://evil.example/?https://demo-shop.stores.example',
    'null',
    '',
  ])('does not include the origin %j', (origin) => {
    expect(pages.includes(origin)).toBe(false);
  });

  it('contains a single origin if all shops share a panel', () => {
    const one = new AdminPanel('http://localhost:3002/admin').pages;
    expect([one.includes('http://localhost:3002'), one.includes('http://localhost:3001')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('AdminPanel.address and signInFor', () => {
  it.each([
    'http://{shop}.localhost:3002',
    'http://{shop}.localhost:3002/',
    'http://{shop}.localhost:3002/admin',
  ])('return URLs of screens below /admin on the host of the shop: %s', (url) => {
    const panel = new AdminPanel(url);
    expect(panel.address('demo', '/oauth/1?a=b')).toBe('http://demo.localhost:3002/admin/oauth/1?a=b');
    expect(panel.signInFor('demo', '/oauth/1?a=b')).toBe(
      'http://demo.localhost:3002/admin/sign-in?next=%2Fadmin%2Foauth%2F1%3Fa%3Db',
    );
  });
});
