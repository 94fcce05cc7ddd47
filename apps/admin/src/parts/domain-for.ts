import { handleOf } from '@storewright/text';

/** Maximum length of a host name label (RFC 1035). */
const MAX_LENGTH = 63;

/** Suggests a subdomain for a shop name, such as `chay` for `Чай`. Follows the rules for handles. */
export function domainFor(name: string): string {
  return handleOf(name).slice(0, MAX_LENGTH).replace(/-$/, '');
}
