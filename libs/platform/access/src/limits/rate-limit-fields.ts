import type { LimitOptions } from './exact-limit';

/** As clients see it: without the service that counts. */
const publicName = ({ name }: Pick<LimitOptions, 'name'>): string => name.slice(name.indexOf(':') + 1);

/** `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): so many (`q`) in so many seconds (`w`). */
export function rateLimitPolicy(limit: LimitOptions): string {
  return `"${publicName(limit)}";q=${limit.points};w=${limit.seconds}`;
}

/** `RateLimit` of the same draft, for a limit: so many are left (`r`), for so many seconds (`t`). */
export function rateLimitWriter(limit: LimitOptions): (left: number, ms: number) => string {
  const beginning = `"${publicName(limit)}";r=`;
  return (left, ms) => `${beginning}${left};t=${wholeSeconds(ms)}`;
}

/** As `Retry-After` has them, too: who waits so long does not come too early. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
