import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface TargetPolicy {
  /** For development: loopback addresses, http, and any port from 1024 on. WEBHOOKS_ALLOW_LOOPBACK. */
  allowLoopback: boolean;
}

/** Global unicast, the only part of IPv6 that is given to networks of the public internet (RFC 4291 §2.4, IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * What the big clouds answer their own machines at, whatever network they are in: metadata, credentials, name servers, APIs. Each with the page of its maker
 * that says so. Some are in ranges that are no unicast anyhow; a list that is whole is easier to compare.
 */
export const platformAddresses: Readonly<Record<string, readonly string[]>> = {
  // Amazon: docs.aws.amazon.com/AWSEC2/latest/UserGuide/instancedata-data-retrieval.html, …/vpc/latest/userguide/AmazonDNS-concepts.html
  aws: ['169.254.0.0/16', 'fd00:ec2::/32'],
  // Azure: learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16
  azure: ['168.63.129.16/32'],
  // Google Cloud: cloud.google.com/compute/docs/metadata/querying-metadata, …/vpc/docs/configure-private-google-access
  google: [
    ...['fd20:ce::254/128', '199.36.153.4/30', '199.36.153.8/30'],
    ...['2600:2d00:2:1000::/64', '2600:2d00:2:2000::/64'],
  ],
  // Alibaba Cloud: alibabacloud.com/help/ecs/user-guide/view-instance-metadata, …/ecs/user-guide/internal-dns
  alibaba: ['100.100.0.0/16'],
  // Oracle Cloud: docs.oracle.com/iaas/Content/Compute/Tasks/gettingmetadata.htm; 192.0.0.192 is that of Classic
  oracle: ['192.0.0.192/32'],
  // IBM Cloud: cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc
  ibm: ['161.26.0.0/16', '166.8.0.0/14'],
};
const platforms = Object.values(platformAddresses)
  .flat()
  .map((range) => ipaddr.parseCIDR(range));

/**
 * Whether a webhook may not go to this IP address: everything that is not plainly an address of the public internet (IANA's special-purpose
 * registries: private, loopback, link-local, shared by carriers, NAT64, 6to4, Teredo, IPv4 inside of IPv6, multicast, documentation, …).
 */
export function isForbiddenAddress(ip: string, { allowLoopback }: TargetPolicy): boolean {
  // Only in canonical form: the library would also read 010.1 and the like, and others read them in another way.
  if (isIP(ip) === 0 || ip.includes('%')) return true;
  const address = ipaddr.parse(ip);
  const range = address.range();
  if (range === 'loopback') return !allowLoopback;
  if (range !== 'unicast' || platforms.some((each) => isWithin(address, each))) return true;
  return address.kind() === 'ipv6' && !address.match(globalUnicast);
}

function isWithin(
  address: ipaddr.IPv4 | ipaddr.IPv6,
  [network, bits]: [ipaddr.IPv4 | ipaddr.IPv6, number],
): boolean {
  return address.kind() === network.kind() && address.match(network, bits);
}
