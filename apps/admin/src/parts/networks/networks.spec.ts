import { isOutside, networksIn, textOfNetworks } from './networks';

describe('networksIn', () => {
  it('splits the text at lines, spaces, commas and semicolons', () => {
    const text = ' 203.0.113.0/24\n198.51.100.7, 2001:db8::/32;\n';
    expect(networksIn(text)).toEqual(['203.0.113.0/24', '198.51.100.7', '2001:db8::/32']);
  });

  it.each(['', ' \n'])('returns null for the blank text %j', (text) => expect(networksIn(text)).toBeNull());

  it('parses the output of textOfNetworks', () => {
    for (const networks of [null, ['203.0.113.0/24', '2001:db8::/32']])
      expect(networksIn(textOfNetworks(networks))).toEqual(networks);
  });
});

describe('isOutside', () => {
  const text = '203.0.113.0/24\n198.51.100.7\n2001:db8::/32\n2001:DB9::1';

  it.each(['203.0.113.9', '::ffff:203.0.113.9', '198.51.100.7', '2001:db8::9', '2001:db9::1'])(
    'returns false for the IP address %s inside the networks',
    (address) => expect(isOutside(text, address)).toBe(false),
  );

  it.each(['203.0.112.9', '198.51.100.8', '2001:db9::2', '::1'])(
    'returns true for the IP address %s outside the networks',
    (address) => expect(isOutside(text, address)).toBe(true),
  );

  it.each(['', '203.0.113', '203.0.113.0/', '203.0.113.0/24\n2001:db8:'])(
    'returns false for the incomplete network %j',
    (typed) => expect(isOutside(typed, '192.0.2.1')).toBe(false),
  );

  it('returns false if the service does not know the user’s address', () => {
    expect(isOutside(text, 'unknown')).toBe(false);
  });
});
