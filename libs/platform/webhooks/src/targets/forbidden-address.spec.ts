import ipaddr from 'ipaddr.js';
import { isForbiddenAddress, refusedRanges } from './forbidden-address';

const strict = { allowLoopback: false };
const development = { allowLoopback: true };

/** Forbidden addresses, grouped by the registry or document that excludes them from the public internet. */
const forbidden: Record<string, string[]> = {
  'this network (RFC 791)': ['0.0.0.0', '0.1.2.3'],
  'private (RFC 1918)': ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  'shared by carriers (RFC 6598)': ['100.64.0.1', '100.127.255.255'],
  'link-local and the metadata of clouds (RFC 3927)': ['169.254.0.1', '169.254.169.254'],
  'protocol assignments and documentation (RFC 5736, 5737)': [
    '192.0.0.1',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
  ],
  'benchmarks (RFC 2544)': ['198.18.0.1', '198.19.255.255'],
  'relays and anycast services (RFC 7526, 7535, 7450)': ['192.88.99.1', '192.31.196.1', '192.52.193.1'],
  'multicast, reserved and broadcast': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  'unspecified and IPv4-compatible (RFC 4291)': ['::', '::7f00:1', '::8.8.8.8'],
  'IPv4 inside of IPv6': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::ffff:0:8.8.8.8'],
  'NAT64 (RFC 6052, 8215)': ['64:ff9b::7f00:1', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  '6to4 and Teredo (RFC 3056, 4380)': ['2002:7f00:1::', '2001::1'],
  'unique local, link-local, site-local': ['fc00::1', 'fd12:3456::1', 'fe80::1', 'fe80::1%lo', 'fec0::1'],
  'discard, documentation, ORCHID, segment routing': [
    '100::1',
    '2001:db8::1',
    '3fff::1',
    '2001:20::1',
    '5f00::1',
  ],
  'cloud metadata and name services inside forbidden ranges': [
    // Amazon: metadata, names, time ("Supporting Amazon VPC services"), credentials of containers (ECS; EKS
    // Pod Identity).
    ...['169.254.169.254', '169.254.169.253', '169.254.169.123', '169.254.170.2', '169.254.170.23'],
    ...['fd00:ec2::254', 'fd00:ec2::253', 'fd00:ec2::123', 'fd00:ec2::23'],
    // Google ("View and query VM metadata") and Oracle (IMDS, and Oracle Cloud Classic), which also use
    // 169.254.169.254.
    ...['fd20:ce::254', 'fd00:c1::a9fe:a9fe', '192.0.0.192'],
    // Alibaba ("Instance metadata"; internal name servers), inside the shared address space of carriers (RFC
    // 6598).
    ...['100.100.100.200', '100.100.2.136', '100.100.2.138'],
    // Tencent (metadata.tencentyun.com), Scaleway; OpenStack over IPv6. DigitalOcean, Hetzner and OpenStack
    // use 169.254.169.254.
    ...['169.254.0.23', '169.254.42.42', 'fd00:42::42', 'fe80::a9fe:a9fe'],
  ],
  'cloud-internal services at public addresses': [
    ...['168.63.129.16', '199.36.153.4', '199.36.153.11', '2600:2d00:2:1000::1', '2600:2d00:2:2000::1'],
    ...['161.26.0.10', '166.9.250.1', '166.11.255.255'],
    // Google: Services of a GKE cluster, Cloud DNS, serverless connectors, Identity-Aware Proxy, health
    // checks.
    ...['34.118.224.1', '34.118.239.255', '35.199.192.1', '35.199.255.255', '35.235.240.1', '35.191.0.1'],
    ...['130.211.3.255', '2600:2d00:1:b029::1', '2600:2d00:1:7::1'],
  ],
  'multicast of IPv6': ['ff02::1', 'ff0e::1'],
  'unassigned IPv6 addresses': ['4000::1', 'e000::1', '1::1'],
  'not a canonical IP address': [
    '',
    'localhost',
    '127.1',
    '0x7f.0.0.1',
    '010.0.0.1',
    '2130706433',
    '8.8.8',
    '[::1]',
    ' 8.8.8.8',
  ],
};

describe('isForbiddenAddress', () => {
  const all = Object.entries(forbidden).flatMap(([why, addresses]) =>
    addresses.map((each) => [each, why] as const),
  );
  it.each(all)('returns true for the address %s: %s', (address) => {
    expect(isForbiddenAddress(address, strict)).toBe(true);
    expect(isForbiddenAddress(address, development)).toBe(true);
  });

  it.each(['127.0.0.1', '127.255.255.254', '::1'])(
    'returns true for the loopback address %s, except in development',
    (address) => {
      expect(isForbiddenAddress(address, strict)).toBe(true);
      expect(isForbiddenAddress(address, development)).toBe(false);
    },
  );
});

it.each([
  '8.8.8.8',
  '1.1.1.1',
  '34.118.223.255',
  '34.118.240.0',
  '35.199.191.255',
  '35.200.0.0',
  '100.63.255.255',
  '100.128.0.1',
  '172.15.0.1',
  '172.32.0.1',
  '198.17.0.1',
  '168.63.129.17',
  '199.36.153.12',
  '166.12.0.1',
  '223.255.255.255',
])('isForbiddenAddress returns false for the public address %s', (address) =>
  expect(isForbiddenAddress(address, strict)).toBe(false),
);

it.each(['2606:4700:4700::1111', '2a00:1450:4001:80b::200e', '2400::1', '2600:2d00:2:3000::1'])(
  'isForbiddenAddress returns false for %s, which is next to a forbidden range',
  (address) => expect(isForbiddenAddress(address, strict)).toBe(false),
);

describe('refusedRanges', () => {
  const declared = Object.values(refusedRanges).flatMap(({ within, refused }) =>
    refused.map(({ range }) => ({ range, within })),
  );

  it.each(declared)('forbids the first and the last address of $range', ({ range, within }) => {
    const kind = ipaddr.parseCIDR(range)[0].kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
    const ends = [kind.networkAddressFromCIDR(range), lastOf(range)];
    for (const each of ends) {
      expect(isForbiddenAddress(each.toString(), strict)).toBe(true);
      expect(each.match(ipaddr.parseCIDR(within))).toBe(true);
    }
    // Kubernetes rejects an exception with host bits.
    expect(ends[0]!.toString()).toBe(ipaddr.parseCIDR(range)[0].toString());
  });

  it.each(specialRanges())('covers %s, a special range of ipaddr.js (%s)', (range) => {
    const [network] = ipaddr.parseCIDR(range);
    for (const each of [network, lastOf(range)])
      expect(isForbiddenAddress(each.toString(), strict)).toBe(true);
  });
});

function lastOf(range: string): ipaddr.IPv4 | ipaddr.IPv6 {
  const [network, bits] = ipaddr.parseCIDR(range);
  const bytes = network.toByteArray();
  const last = bytes.map((byte, at) => byte | (0xff >> Math.min(8, Math.max(0, bits - at * 8))));
  return ipaddr.fromByteArray(last);
}

/** Special-purpose ranges of ipaddr.js, from the IANA registries. */
function specialRanges(): [range: string, name: string][] {
  type Range = [ipaddr.IPv4 | ipaddr.IPv6, number];
  return [ipaddr.IPv4, ipaddr.IPv6].flatMap((kind) => {
    const { SpecialRanges } = kind.prototype as unknown as { SpecialRanges: Record<string, Range | Range[]> };
    return Object.entries(SpecialRanges).flatMap(([name, ranges]) =>
      (Array.isArray(ranges[0]) ? (ranges as Range[]) : [ranges as Range]).map(
        ([network, bits]): [string, string] => [`${network.toString()}/${bits}`, name],
      ),
    );
  });
}
