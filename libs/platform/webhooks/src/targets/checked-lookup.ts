import type { LookupFunction } from 'node:net';
import { isForbiddenAddress, type TargetPolicy } from './forbidden-address';
import type { Resolve, ResolvedAddress } from './resolve';

export class ForbiddenTarget extends Error {}

/**
 * Creates a DNS `lookup` function for sockets that returns only allowed addresses. The socket connects to a
 * checked address, so DNS rebinding has no effect. Sockets do not call `lookup` for IP addresses, so the
 * caller must check IP addresses itself.
 */
export function checkedLookup(policy: TargetPolicy, resolve: Resolve): LookupFunction {
  return (name, { family, all }, done) => {
    const answer = (found: ResolvedAddress[]) => {
      const allowed = found.filter((each) => !isForbiddenAddress(each.address, policy));
      const fitting =
        family === 4 || family === 6 ? allowed.filter((each) => each.family === family) : allowed;
      const [first] = fitting;
      if (!first) done(new ForbiddenTarget('the name resolves to no public internet address'), '', 0);
      else if (all) done(null, fitting);
      else done(null, first.address, first.family);
    };
    resolve(name).then(answer, (error: NodeJS.ErrnoException) => done(error, '', 0));
  };
}
