const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** Delay after the first, second, … consecutive failure. The last value repeats. */
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
/** Each delay varies by this share, so that streams that failed together do not retry together. */
const JITTER_RATIO = 0.2;
const MAX_RETRY_AFTER_MS = 6 * hour;
/** A stream is paused after failing for this long. */
export const PAUSE_AFTER_MS = 3 * day;
/** Interval between attempts of a paused stream. */
export const PROBE_INTERVAL_MS = hour;

/** From 0 to below 1. */
export type Random = () => number;

/**
 * Milliseconds until the next attempt. `failures`: consecutive failures, from 1. `retryAfterMs`: the minimum
 * that the receiver requested, capped at six hours.
 */
export function retryDelay(failures: number, random: Random, retryAfterMs = 0): number {
  const planned = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1]!;
  return atLeast(retryAfterMs, spread(planned, random));
}

/** Milliseconds until the next attempt of a paused stream. */
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
 * Parses `Retry-After`, which holds seconds or a date (RFC 9110 §10.2.3), to milliseconds. Returns undefined
 * for other text.
 */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text) * second;
  // HTTP dates start with a three-letter weekday. Date.parse accepts many other formats.
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
