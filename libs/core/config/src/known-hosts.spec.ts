import { knownHosts } from './known-hosts';

describe('knownHosts', () => {
  const isKnown = knownHosts(['https://auth.shops.example', 'https://{shop}.shops.example/admin']);

  it.each([
    'auth.shops.example',
    'AUTH.shops.example:8443',
    'auth.shops.example:',
    'auth.shops.example.',
    'demo-shop.shops.example',
  ])('accepts the host of a configured address: %s', (host) => expect(isKnown(host)).toBe(true));

  it.each([
    ...[
      'evil.example',
      'shops.example',
      'a.b.shops.example',
      'auth.shops.example.evil.example',
      'authXshops.example',
    ],
    ...['localhost', '127.0.0.1', '[::1]', 'auth.shops.example:port', 'auth.shops.example/x', '', undefined],
  ])('rejects a host that differs from all configured addresses: %s', (host) =>
    expect(isKnown(host)).toBe(false),
  );

  it('accepts every loopback name if a configured host is on the loopback interface', () => {
    const local = knownHosts(['http://localhost:3001', 'http://{shop}.localhost:3002']);
    for (const host of ['localhost:5000', '127.0.0.1', '[::1]:3001', 'demo-shop.localhost:1'])
      expect([host, local(host)]).toEqual([host, true]);
    for (const host of ['evil.example', '127.0.0.1.evil.example', '10.0.0.1'])
      expect([host, local(host)]).toEqual([host, false]);
  });
});
