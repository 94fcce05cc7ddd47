const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * Retry delays in milliseconds after the first, second and later consecutive failures. Further failures
 * repeat the last delay.
 */
const BACKOFF_MS = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
];
/**
 * Fraction by which a retry delay varies randomly, so that webhook streams that failed together are retried
 * at different times.
 */
const JITTER_RATIO = 0.2;
const MAX_RETRY_AFTER_MS = 6 * hour;
/** Time of continuous failure in milliseconds after which a webhook stream is paused. */
export const PAUSE_AFTER_MS = 3 * day;
/** Interval in milliseconds between delivery attempts of a paused webhook stream. */
export const PROBE_INTERVAL_MS = hour;

/** Returns a random number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number;

/**
 * Returns the delay before the next delivery attempt in milliseconds. `failures` is the number of consecutive
 * failures. `retryAfterMs` is the minimum delay that the receiver requested, which is limited to six hours.
 */
export function retryDelay(failures: number, random: Random, retryAfterMs = 0): number {
  const planned = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1]!;
  return atLeast(retryAfterMs, spread(planned, random));
}

/** Returns the delay before the next delivery attempt of a paused webhook stream in milliseconds. */
export function probeDelay(random: Random, retryAfterMs = 0): number {
  return atLeast(retryAfterMs, spread(PROBE_INTERVAL_MS, random));
}

function atLeast(retryAfterMs: number, planned: number): number {
  return Math.max(planned, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

function spread(ms: number, random: Random): number {
  return Math.round(ms * (1 - JITTER_RATIO + 2 * JITTER_RATIO * random()));
}

/**
 * Parses the `Retry-After` header, which contains seconds or a date (RFC 9110 §10.2.3). Returns milliseconds,
 * or undefined for invalid text.
 */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text) * second;
  // Requires the weekday of an HTTP date, because Date.parse accepts many other formats.
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
