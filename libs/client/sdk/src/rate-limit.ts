/** State of a rate limit, from the headers `RateLimit` and `RateLimit-Policy`. */
export interface RateLimit {
  /** Name of the rate limit, such as `requests` for the limit per token. */
  policy: string;
  /** Maximum number of requests per window. */
  quota: number;
  /** Length of the rate limit window in seconds. */
  windowSeconds: number;
  /** Number of remaining requests in the window. All programs with the same token share this number. */
  remaining: number;
  /** Seconds until the window of the rate limit ends. */
  resetSeconds: number;
}

/** Reads the rate limit from response headers. Returns undefined if the headers contain no rate limit. */
export function readRateLimit(headers: Headers): RateLimit | undefined {
  const [policy, left] = [item(headers.get('ratelimit-policy')), item(headers.get('ratelimit'))];
  if (!policy || policy.name !== left?.name) return undefined;
  const { name, q, w } = policy;
  const { r, t } = left;
  if (q === undefined || w === undefined || r === undefined || t === undefined) return undefined;
  return { policy: name, quota: q, windowSeconds: w, remaining: r, resetSeconds: t };
}

interface Item extends Partial<Record<'q' | 'w' | 'r' | 't', number>> {
  name: string;
}

/** Parses the first item of a structured field list with its integer parameters (RFC 9651). */
function item(field: string | null): Item | undefined {
  const [, name, parameters] = /^ *"([^"\\]*)"((?:;[^,]*)?)/.exec(field ?? '') ?? [];
  if (name === undefined) return undefined;
  const numbers = [...parameters!.matchAll(/; *([qwrt])=(\d+)(?= *(?:;|$))/g)];
  return { ...Object.fromEntries(numbers.map(([, key, value]) => [key, Number(value)])), name };
}
