const placeholder = 'any-shop-at-all';
/** This machine, by whatever name. */
const local = /^(?:localhost|[a-z0-9.-]+\.localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Whether a service is meant by a Host header: by the host of one of its addresses, `{shop}` in them standing for any domain, whatever the port. A host goes into
 * links, so nobody else's may pass. An address of this machine stands for each of its names, for development.
 */
export function knownHosts(addresses: readonly string[]): (host: string | undefined) => boolean {
  const names = addresses.map((each) => new URL(each.replace('{shop}', placeholder)).hostname.toLowerCase());
  const escaped = names.map((name) =>
    name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(placeholder, '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?'),
  );
  const known = new RegExp(`^(?:${escaped.join('|')})$`);
  const isHere = names.some((name) => local.test(name));
  return (host) => {
    const name = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+?)\.?(?::\d{1,5})?$/i.exec(host ?? '')?.[1]?.toLowerCase();
    return name !== undefined && (known.test(name) || (isHere && local.test(name)));
  };
}
