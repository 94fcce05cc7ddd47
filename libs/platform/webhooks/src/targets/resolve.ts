import { Resolver } from 'node:dns/promises';

export interface ResolvedAddress {
  address: string;
  family: 4 | 6;
}
/** All addresses of a name; throws where it has none. */
export type Resolve = (name: string) => Promise<ResolvedAddress[]>;

/**
 * Asks the name servers, and nobody else: no hosts file, and no search list that makes a name of the local network of `app.example`. It does not
 * occupy one of the few threads that the system's resolver would wait in, so one name server that hangs holds up nobody but its own names.
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

/** The machine itself, whatever a name server says (RFC 6761 §6.3). */
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
