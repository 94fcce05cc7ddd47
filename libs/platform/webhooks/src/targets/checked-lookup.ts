import type { LookupFunction } from 'node:net';
import { isForbiddenAddress, type TargetPolicy } from './forbidden-address';
import type { Resolve, ResolvedAddress } from './resolve';

/** A name or address that a webhook may not go to. */
export class ForbiddenTarget extends Error {}

/**
 * The `lookup` of a connection: gives only addresses that a webhook may go to. The connection is made to one of exactly these, so a name that
 * changes its mind between check and connection (DNS rebinding) gains nothing. Sockets do not look up what is an address already: whoever
 * connects checks that before.
 */
export function checkedLookup(policy: TargetPolicy, resolve: Resolve): LookupFunction {
  return (name, { family, all }, done) => {
    const answer = (found: ResolvedAddress[]) => {
      const allowed = found.filter((each) => !isForbiddenAddress(each.address, policy));
      const fitting =
        family === 4 || family === 6 ? allowed.filter((each) => each.family === family) : allowed;
      const [first] = fitting;
      if (!first) done(new ForbiddenTarget('the name leads to no address of the public internet'), '', 0);
      else if (all) done(null, fitting);
      else done(null, first.address, first.family);
    };
    resolve(name).then(answer, (error: NodeJS.ErrnoException) => done(error, '', 0));
  };
}
