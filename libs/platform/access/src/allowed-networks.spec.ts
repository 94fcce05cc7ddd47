import { Violations } from '@storewright/json-api';
import { validateSync } from 'class-validator';
import {
  addressOf,
  canonicalNetworks,
  checkNetworks,
  IsNetworkList,
  isWider,
  isWithin,
  parseNetworks,
} from './allowed-networks';

const faultsOf = (networks: unknown) => {
  const violations = new Violations();
  checkNetworks(networks, violations, '/data/attributes/allowed_networks');
  return violations.errors.map(({ message, source }) => [message, source]);
};

describe('checkNetworks', () => {
  it('accepts IPv4 networks, IPv6 networks and single addresses', () => {
    const networks = ['203.0.113.0/24', '0.0.0.0/0', '203.0.113.7', '2001:db8::/32', '::/0', '2001:DB8::1'];
    expect(faultsOf(networks)).toEqual([]);
  });

  it.each([
    ...['', ' ', 'example.test', '203.0.113', '203.0.113.0/', '203.0.113.0/33', '203.0.113.0/-1'],
    ...[
      '203.0.113.0/024',
      '203.0.113.0/24/24',
      '203.0.113.0/255.255.255.0',
      '0xcb.0.113.0/24',
      '010.0.0.0/8',
    ],
    ...[' 203.0.113.0/24', '203.0.113.0-203.0.113.9', '2001:db8::/129', '2001:db8:::/32', 'fe80::1%eth0/64'],
  ])('rejects the invalid network %j', (text) => {
    const detail = `"${text}" is not a network. Use CIDR notation such as "203.0.113.0/24" or "2001:db8::/32".`;
    expect(faultsOf(['10.0.0.0/8', text])).toEqual([
      [detail, { pointer: '/data/attributes/allowed_networks/1' }],
    ]);
  });

  it.each([
    ['203.0.113.7/24', '203.0.113.0/24', '203.0.113.7'],
    ['2001:db8:0:1::1/48', '2001:db8::/48', '2001:db8:0:1::1'],
  ])(
    'rejects %j, whose address has bits after the prefix, and suggests a network and an address',
    (text, network, address) => {
      const use = `Use "${network}" for the network, or "${address}" for the address.`;
      const detail = `"${text}" has bits after its network prefix. ${use}`;
      expect(faultsOf([text])).toEqual([[detail, { pointer: '/data/attributes/allowed_networks/0' }]]);
    },
  );

  it('rejects an IPv4 network in IPv6 notation', () => {
    expect(faultsOf(['::ffff:203.0.113.0/120'])[0]![0]).toBe(
      '"::ffff:203.0.113.0/120" is an IPv4 network in IPv6 notation. Use a network such as "203.0.113.0/24".',
    );
  });

  it('truncates a long invalid value in the error detail', () => {
    expect(faultsOf(['x'.repeat(100_000)])[0]![0]).toHaveLength(164);
  });
});

describe('IsNetworkList', () => {
  class Input {
    @IsNetworkList()
    allowed_networks: unknown;
  }
  const problems = (allowed_networks: unknown) =>
    validateSync(Object.assign(new Input(), { allowed_networks })).flatMap(({ constraints }) =>
      Object.values(constraints ?? {}),
    );

  it.each([[['10.0.0.0/8']], [Array(20).fill('10.0.0.0/8')]])(
    'accepts the attribute value %j',
    (networks) => {
      expect(problems(networks)).toEqual([]);
    },
  );

  it.each([[[]], ['10.0.0.0/8'], [[1]], [{}], [Array(21).fill('10.0.0.0/8')]])(
    'rejects the attribute value %j',
    (networks) => {
      expect(problems(networks)).toEqual([
        'allowed_networks must be a list of 1 to 20 networks such as "203.0.113.0/24", or null',
      ]);
      expect(faultsOf(networks)).toEqual([]);
    },
  );
});

describe('canonicalNetworks', () => {
  it('adds a missing prefix length, normalizes IPv6 (RFC 5952), and removes duplicates', () => {
    const networks = ['203.0.113.7', '203.0.113.7/32', '2001:0DB8:0::/32', '2001:db8::/32', '2001:DB8::1'];
    expect(canonicalNetworks(networks)).toEqual(['203.0.113.7/32', '2001:db8::/32', '2001:db8::1/128']);
  });
});

describe('isWithin', () => {
  const networks = parseNetworks(['203.0.113.0/25', '198.51.100.7/32', '2001:db8::/33']);

  it.each([
    ...['203.0.113.0', '203.0.113.127', '198.51.100.7', '::ffff:203.0.113.1'],
    ...['2001:db8::', '2001:db8:7fff:ffff:ffff:ffff:ffff:ffff'],
  ])('returns true for the address %s inside a network', (address) =>
    expect(isWithin(networks, address)).toBe(true),
  );

  it.each([
    ...['203.0.112.255', '203.0.113.128', '198.51.100.6', '198.51.100.8', '::ffff:203.0.113.128'],
    ...['2001:db8:8000::', '2001:db7:ffff::', '::cb00:7101', '', 'unknown'],
  ])('returns false for %j outside all networks', (address) =>
    expect(isWithin(networks, address)).toBe(false),
  );

  it('returns true for all IPv4 addresses, and false for all IPv6 addresses, if the network is 0.0.0.0/0', () => {
    const all = parseNetworks(['0.0.0.0/0']);
    expect([isWithin(all, '255.255.255.255'), isWithin(all, '2001:db8::1')]).toEqual([true, false]);
  });
});

describe('addressOf', () => {
  it('returns an empty string for an aborted request, which is in no network', () => {
    const aborted = { ip: '203.0.113.1', raw: {} } as Parameters<typeof addressOf>[0];
    expect(addressOf(aborted)).toBe('');
    expect(isWithin(parseNetworks(['0.0.0.0/0', '::/0']), addressOf(aborted))).toBe(false);
  });
});

describe('isWider', () => {
  it.each([
    [['10.0.0.0/8'], null],
    [['10.0.0.0/8'], ['10.0.0.0/7']],
    [['10.0.0.0/8'], ['10.0.0.0/8', '203.0.113.7/32']],
    [['10.0.0.0/8'], ['11.0.0.0/9']],
    [['10.0.0.0/8'], ['2001:db8::/32']],
    [['10.0.0.0/9', '10.128.0.0/9'], ['10.0.0.0/8']],
  ])('returns true if the networks change from %j to %j', (before, after) =>
    expect(isWider(before, after)).toBe(true),
  );

  it.each([
    [null, null],
    [null, ['0.0.0.0/0']],
    [['10.0.0.0/8'], ['10.0.0.0/8']],
    [
      ['10.0.0.0/8', '2001:db8::/32'],
      ['2001:db8:1::/48', '10.1.0.0/16'],
    ],
  ])('returns false if the networks change from %j to %j', (before, after) =>
    expect(isWider(before, after)).toBe(false),
  );
});
