import { isIPv6 } from 'node:net';

/**
 * Returns the network that a limit counts: an IPv4 address or a /64 of IPv6, which one household or server
 * typically has.
 */
export function networkOf(address: string): string {
  return isIPv6(address) && !address.startsWith('::') ? address.split(':').slice(0, 4).join(':') : address;
}
