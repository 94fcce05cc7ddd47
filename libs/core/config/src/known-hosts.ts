import { AddressFamily } from './address-family';
import { hostNameOf } from './host-name';

const local = /^(?:localhost|[a-z0-9.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns a function that checks the Host header of a request. The function accepts only configured hosts,
 * with any port and any domain for `{shop}`, because links in responses contain the host. If a configured host
 * is on the loopback interface (development), the function accepts every loopback name.
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
