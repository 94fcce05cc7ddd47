import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

export interface TargetPolicy {
  /** For development: loopback addresses, http, and any port from 1024 on. WEBHOOKS_ALLOW_LOOPBACK. */
  allowLoopback: boolean;
}

/** Global unicast, the only part of IPv6 that is given to networks of the public internet (RFC 4291 §2.4, IANA). */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

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
  if (range !== 'unicast') return true;
  return address.kind() === 'ipv6' && !address.match(globalUnicast);
}
