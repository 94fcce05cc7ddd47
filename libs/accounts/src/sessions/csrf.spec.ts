import { mintToken } from '@storewright/tokens';
import { csrfToken, originPattern } from './csrf';

describe('the CSRF token', () => {
  it('is the same for one session, another for another, and tells nothing of the session token', () => {
    const [mine, other] = [mintToken('session'), mintToken('session')];
    expect(csrfToken(mine)).toBe(csrfToken(mine));
    expect(csrfToken(mine)).not.toBe(csrfToken(other));
    expect(csrfToken(mine)).toHaveLength(43);
  });
});

describe('the pages that may use a session', () => {
  const panel = originPattern('https://{shop}.stores.example/admin');

  it.each(['https://demo-shop.stores.example', 'https://a.stores.example'])('are those of %s', (origin) => {
    expect(panel.test(origin)).toBe(true);
  });

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
  ])('are not those of %j', (origin) => {
    expect(panel.test(origin)).toBe(false);
  });

  it('are of one origin where the panel has one for all shops', () => {
    const one = originPattern('http://localhost:3002/admin');
    expect([one.test('http://localhost:3002'), one.test('http://localhost:3001')]).toEqual([true, false]);
  });
});
