import { networkOf } from './network-of';

describe('networkOf', () => {
  it.each([
    ['203.0.113.77', '203.0.113.0/24'],
    ['::ffff:203.0.113.77', '203.0.113.0/24'],
    ['2001:db8:abcd:12::1', '2001:db8:abcd::/48'],
    ['2001:0DB8:0:12::1', '2001:db8::/48'],
    ['2001:db8::1', '2001:db8::/48'],
    ['::1', '0::/48'],
    ['unknown', 'other'],
    ['a:b', 'other'],
    ['', 'other'],
  ])('returns the network of the address %j: %j', (address, network) =>
    expect(networkOf(address)).toBe(network),
  );
});
