import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface TargetPolicy {
  /** For development: loopback addresses, http, and any port from 1024 on. WEBHOOKS_ALLOW_LOOPBACK. */
  allowLoopback: boolean;
}

/** Global unicast, the only part of IPv6 that is given to networks of the public internet (RFC 4291 §2.4, IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * What clouds answer their own machines at though it is plainly public by its number, each with what its maker says of it. Where they keep to ranges that are no
 * unicast (169.254.169.254, fd00:ec2::254, 100.100.100.200, …), nothing need be listed: the spec has these.
 */
export const platformAddresses: Readonly<Record<string, readonly string[]>> = {
  // "What is IP address 168.63.129.16?" (learn.microsoft.com/azure/virtual-network): public, the same in all regions, answered by the host of the machine.
  azure: ['168.63.129.16/32'],
  // "Configure Private Google Access" (cloud.google.com/vpc/docs): restricted.googleapis.com and private.googleapis.com, which are not announced to the internet.
  google: ['199.36.153.4/30', '199.36.153.8/30', '2600:2d00:2:1000::/64', '2600:2d00:2:2000::/64'],
  // Reserved ranges of the VPC API (cloud.ibm.com/apidocs/vpc): 161.26.0.0/16 IBM services, name servers among them, 166.8.0.0/14 cloud service endpoints.
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
