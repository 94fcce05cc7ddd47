import type { LimitOptions } from './limit-options';

/** Returns the rate limit name in response headers, without the service prefix. */
const publicName = ({ name }: Pick<LimitOptions, 'name'>): string => name.slice(name.indexOf(':') + 1);

/**
 * Renders the header `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers): `q` requests per `w` seconds.
 */
export function rateLimitPolicy(limit: LimitOptions): string {
  return `"${publicName(limit)}";q=${limit.points};w=${limit.seconds}`;
}

/**
 * Returns a function that renders the header `RateLimit` (draft-ietf-httpapi-ratelimit-headers): `r` remaining
 * requests for `t` seconds.
 */
export function rateLimitWriter(limit: LimitOptions): (left: number, ms: number) => string {
  const beginning = `"${publicName(limit)}";r=`;
  return (left, ms) => `${beginning}${left};t=${wholeSeconds(ms)}`;
}

/** Rounds milliseconds up to seconds for Retry-After, because a client must not retry too early. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
