/** State of a rate limit, from the headers `RateLimit` and `RateLimit-Policy`. */
export interface RateLimit {
  /** Name of the limit: `requests` for the limit of a token. */
  policy: string;
  /** Allowed number of requests per window. */
  quota: number;
  /** Length of the window in seconds. */
  windowSeconds: number;
  /** Remaining requests in this window. Other programs with the same token can use them too. */
  remaining: number;
  /** Seconds until the window ends. */
  resetSeconds: number;
}

/** Reads the headers of a response. Returns undefined if the response names no limit. */
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

/** First item of a structured field list (RFC 9651), with its integer parameters. */
function item(field: string | null): Item | undefined {
  const [, name, parameters] = /^ *"([^"\\]*)"((?:;[^,]*)?)/.exec(field ?? '') ?? [];
  if (name === undefined) return undefined;
  const numbers = [...parameters!.matchAll(/; *([qwrt])=(\d+)(?= *(?:;|$))/g)];
  return { ...Object.fromEntries(numbers.map(([, key, value]) => [key, Number(value)])), name };
}
