import type { StreamState } from '../webhook-stream.entity';
import { PAUSE_AFTER_MS, probeDelay, type Random, retryDelay } from './schedule';

/**
 * Health of a webhook stream, which is the sequence of webhooks to one app installation. All times are in
 * milliseconds since 1970.
 */
export interface Health {
  state: Exclude<StreamState, 'ended'>;
  /** Time of the first failure since the last successful attempt. */
  failing_since?: number;
  failures: number;
  /** Time of the next delivery attempt. If undefined, the next attempt is due immediately. */
  next_attempt_at?: number;
}

export interface Failure {
  /** True if the webhook receiver responded with 410 Gone (RFC 9110 §15.5.11). */
  gone: boolean;
  retryAfterMs?: number | undefined;
}

export const healthy: Health = { state: 'active', failures: 0 };

/**
 * Returns the health of a webhook stream after a failed attempt at the time `now`. A webhook stream is paused
 * after 410 Gone or three days of failures, until an attempt succeeds.
 */
export function afterFailure(health: Health, failure: Failure, now: number, random: Random): Health {
  const failing_since = health.failing_since ?? now;
  const failures = health.failures + 1;
  const paused = health.state === 'paused' || failure.gone || now - failing_since >= PAUSE_AFTER_MS;
  const { retryAfterMs } = failure;
  const delay = paused ? probeDelay(random, retryAfterMs) : retryDelay(failures, random, retryAfterMs);
  return { state: paused ? 'paused' : 'active', failing_since, failures, next_attempt_at: now + delay };
}
