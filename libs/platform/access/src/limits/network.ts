import { isIPv6 } from 'node:net';

/**
 * Returns the network to which rate limits apply: an IPv4 address or an IPv6 /64, which one household or server
 * typically has.
 */
export function networkOf(address: string): string {
  return isIPv6(address) && !address.startsWith('::') ? address.split(':').slice(0, 4).join(':') : address;
}
