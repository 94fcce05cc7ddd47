import { Resolver } from 'node:dns/promises';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}
/** Returns all IP addresses of a host name. Throws if the host name has no address. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>;

/**
 * Creates a DNS resolver that uses only name servers, without the hosts file and search domains. The thread
 * pool of the system resolver is not involved, so a slow name server delays only lookups of its own names.
 */
export function resolveByDns({ timeoutMs = 2_000, tries = 2, servers = [] as string[] } = {}): Resolve {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers.length) resolver.setServers(servers);
  return async (name) => {
    if (isLocalhost(name)) return loopback;
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return [...addresses(four, 4), ...addresses(six, 6)];
  };
}

/**
 * True for `localhost` and its subdomains, which always resolve to the loopback address, whatever a name
 * server returns (RFC 6761 §6.3).
 */
export function isLocalhost(name: string): boolean {
  return /(^|\.)localhost\.?$/i.test(name);
}

const loopback: ResolvedAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

function addresses(found: PromiseSettledResult<string[]>, family: 4 | 6): ResolvedAddress[] {
  return found.status === 'fulfilled' ? found.value.map((address) => ({ address, family })) : [];
}
