import { AddressFamily } from './address-family';
import { hostNameOf } from './host-name';

/** This machine, by whatever name. */
const local = /^(?:localhost|[a-z0-9.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns whether a Host header names this service: the host of one of its addresses, `{shop}` in them standing for any domain, with any port. The host appears in
 * links, so no other host passes. An address on this machine stands for each name of this machine, for development.
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
