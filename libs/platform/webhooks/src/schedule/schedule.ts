const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** After the first, second, … failure in a row; the last one holds for all that follow. */
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
/** Each wait is up to so much shorter or longer, so that streams which failed together do not come back together. */
const JITTER_RATIO = 0.2;
const MAX_RETRY_AFTER_MS = 6 * hour;
/** Nothing but failures for so long, and the stream is paused. */
export const PAUSE_AFTER_MS = 3 * day;
/** How often a paused stream tries its oldest event. */
export const PROBE_INTERVAL_MS = hour;

/** From 0 up to, but not, 1. */
export type Random = () => number;

/** Ms until the next attempt, after so many failures in a row (from 1). `retryAfterMs`: what the receiver asked for; at least that, up to six hours. */
export function retryDelay(failures: number, random: Random, retryAfterMs = 0): number {
  const planned = BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1]!;
  return atLeast(retryAfterMs, spread(planned, random));
}

/** Ms until a paused stream is tried again. */
export function probeDelay(random: Random, retryAfterMs = 0): number {
  return atLeast(retryAfterMs, spread(PROBE_INTERVAL_MS, random));
}

function atLeast(retryAfterMs: number, planned: number): number {
  return Math.max(planned, Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
}

function spread(ms: number, random: Random): number {
  return Math.round(ms * (1 - JITTER_RATIO + 2 * JITTER_RATIO * random()));
}

/** `Retry-After` in ms: seconds, or a date (RFC 9110 §10.2.3); undefined where it says nothing. */
export function retryAfterOf(header: string | undefined, now: number): number | undefined {
  const text = header?.trim();
  if (!text) return undefined;
  if (/^\d{1,10}$/.test(text)) return Number(text) * second;
  // A date of the header has three letters of the day first; Date.parse would read much else.
  const at = /^[A-Z][a-z]{2}/.test(text) ? Date.parse(text) : NaN;
  return Number.isNaN(at) ? undefined : Math.max(0, at - now);
}
