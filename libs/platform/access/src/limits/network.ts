import { isIPv6 } from 'node:net';

/** Who may be one: a household or a server holds a whole /64 of IPv6 addresses. */
export function networkOf(address: string): string {
  return isIPv6(address) && !address.startsWith('::') ? address.split(':').slice(0, 4).join(':') : address;
}
