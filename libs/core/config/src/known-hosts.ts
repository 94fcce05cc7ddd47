import { AddressFamily } from './address-family';
import { hostNameOf } from './host-name';

/** Host names that always refer to this machine. */
const local = /^(?:localhost|[a-z0-9.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns a function that checks the Host header. The header must contain the host of one of the addresses,
 * with any port and any domain for `{shop}`. No other host passes, because links contain the host. If one of
 * the addresses is on this machine (development), every name of this machine passes.
 */
export function knownHosts(addresses: readonly string[]): (host: string | undefined) => boolean {
  const families = addresses.map((each) => AddressFamily.ofHostNames(each));
  const isHere = addresses.some((each) => local.test(new URL(each.replace('{shop}', 'shop')).hostname));
  return (host) => {
    const name = hostNameOf(host);
    if (name === undefined) return false;
    return families.some((family) => family.includes(name)) || (isHere && local.test(name));
  };
}
