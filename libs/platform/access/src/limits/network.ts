import { isIPv6 } from 'node:net';

/**
 * Returns the network whose requests a rate limit counts together. This is an IPv4 address, or the /64 of an
 * IPv6 address, which one household or server typically has.
 */
export function networkOf(address: string): string {
  return isIPv6(address) && !address.startsWith('::') ? address.split(':').slice(0, 4).join(':') : address;
}
