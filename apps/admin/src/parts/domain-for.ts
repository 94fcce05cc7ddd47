import { handleOf } from '@storewright/text';

/** Maximum length of a host name label (RFC 1035). */
const MAX_LENGTH = 63;

/** Suggests a subdomain for a shop name, such as `chay` for `Чай`. A subdomain has the same characters as a handle. */
export function domainFor(name: string): string {
  return handleOf(name).slice(0, MAX_LENGTH).replace(/-$/, '');
}
