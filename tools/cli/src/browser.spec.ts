import { openable } from './browser';

describe('openable()', () => {
  const auth = 'https://auth.shops.example';

  it.each([
    ['https://auth.shops.example/device', auth],
    ['https://demo-shop.shops.example/admin/device#WDJB-MJHT', auth],
    ['https://shops.example.:8443/x', 'https://shops.example.'],
    ['http://account.localhost:3002/admin/device', 'http://localhost:3001'],
    ['http://demo-shop.localhost:3002/', 'http://auth.localhost:3001'],
    ['http://127.0.0.1:3002/admin', 'http://127.0.0.1:3001'],
    ['https://panel.localhost/', 'http://localhost:3001'],
  ])('returns the URL %s for the auth API %s', (address, requested) =>
    expect(openable(address, requested)).toBe(address),
  );

  it.each([
    ['file:///etc/passwd', auth],
    ['javascript:alert(1)', auth],
    ['--help', auth],
    ['-psn', auth],
    ['', auth],
    ['smb://demo-shop.shops.example/x', auth],
    ['http://demo-shop.shops.example/', auth],
    ['https://evil.example/', auth],
    ['https://auth.shops.example.evil.example/', auth],
    ['https://evilshops.example/', auth],
    ['https://auth.shops.example@evil.example/', auth],
    ['https://a:b@auth.shops.example/', auth],
    ['https://evil.example/', 'https://shops.example'],
    ['http://10.0.0.1/', 'http://127.0.0.1:3001'],
    ['http://1.127.0.0.1/', 'http://127.0.0.1:3001'],
  ])('returns undefined for %j and the auth API %s', (address, requested) =>
    expect(openable(address, requested)).toBeUndefined(),
  );

  it('percent-encodes control characters in the URL', () =>
    expect(openable('https://auth.shops.example/a b\u001bc', auth)).toBe(
      'https://auth.shops.example/a%20b%1Bc',
    ));
});
