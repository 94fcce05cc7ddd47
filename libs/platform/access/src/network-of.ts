import { isIPv6 } from 'node:net';

const GROUPS_OF_48_BITS = 3;
const MAPPED_PREFIX = '::ffff:';

/**
 * Returns the /24 of an IPv4 address or the /48 of an IPv6 address. These networks identify a provider or a
 * site, but no person. Returns `other` for an invalid address.
 */
export function networkOf(address: string): string {
  const text =
    address.startsWith(MAPPED_PREFIX) && address.includes('.')
      ? address.slice(MAPPED_PREFIX.length)
      : address;
  if (!text.includes(':')) {
    const end = text.lastIndexOf('.');
    return end === -1 ? 'other' : `${text.slice(0, end)}.0/24`;
  }
  if (!isIPv6(text)) return 'other';
  const [before, after] = text.split('::') as [string, string?];
  const groups = before === '' ? [] : before.split(':');
  if (after !== undefined) {
    const rest = after === '' ? [] : after.split(':');
    while (groups.length + rest.length < 8) groups.push('0');
    groups.push(...rest);
  }
  const prefix = groups.slice(0, GROUPS_OF_48_BITS).map((group) => Number.parseInt(group, 16).toString(16));
  while (prefix.length > 1 && prefix.at(-1) === '0') prefix.pop();
  return `${prefix.join(':')}::/48`;
}
