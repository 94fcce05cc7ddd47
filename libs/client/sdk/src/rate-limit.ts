/** What is left of a limit, as an answer tells it (`RateLimit`, `RateLimit-Policy`). */
export interface RateLimit {
  /** The name of the limit: `requests` for those of a token. */
  policy: string;
  /** So many requests … */
  quota: number;
  /** … in so many seconds. */
  windowSeconds: number;
  /** Requests that may still come. Others with the same token may have used some of them. */
  remaining: number;
  /** Seconds until the limit begins anew. */
  resetSeconds: number;
}

/** Of an answer; undefined where it tells none. */
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

/** The first item of a list of structured fields (RFC 9651) with its parameters that are whole numbers. */
function item(field: string | null): Item | undefined {
  const [, name, parameters] = /^ *"([^"\\]*)"((?:;[^,]*)?)/.exec(field ?? '') ?? [];
  if (name === undefined) return undefined;
  const numbers = [...parameters!.matchAll(/; *([qwrt])=(\d+)(?= *(?:;|$))/g)];
  return { ...Object.fromEntries(numbers.map(([, key, value]) => [key, Number(value)])), name };
}
