import type { LimitOptions } from './limit-options';

const publicName = ({ name }: Pick<LimitOptions, 'name'>): string => name.slice(name.indexOf(':') + 1);

/**
 * Renders the response header `RateLimit-Policy`, which allows `q` requests in `w` seconds
 * (draft-ietf-httpapi-ratelimit-headers).
 */
export function rateLimitPolicy(limit: LimitOptions): string {
  return `"${publicName(limit)}";q=${limit.points};w=${limit.seconds}`;
}

/**
 * Returns a function that renders the response header `RateLimit`, which says that `r` requests remain for
 * `t` seconds (draft-ietf-httpapi-ratelimit-headers).
 */
export function rateLimitWriter(limit: LimitOptions): (left: number, ms: number) => string {
  const beginning = `"${publicName(limit)}";r=`;
  return (left, ms) => `${beginning}${left};t=${wholeSeconds(ms)}`;
}

/** Rounds milliseconds up to whole seconds, at least 1, so that the client retries late enough. */
export function wholeSeconds(ms: number): number {
  return Math.max(1, Math.ceil(ms / 1000));
}
