import type { StreamState } from '../webhook-stream.entity';
import { PAUSE_AFTER_MS, probeDelay, type Random, retryDelay } from './schedule';

/** Health of a stream. Times are in ms since 1970. */
export interface Health {
  state: Exclude<StreamState, 'ended'>;
  /** Start of the current run of failures. */
  failing_since?: number;
  /** Consecutive failures. */
  failures: number;
  /** Absent: at once. */
  next_attempt_at?: number;
}

export interface Failure {
  /** The receiver responded with 410 Gone (RFC 9110 §15.5.11). */
  gone: boolean;
  retryAfterMs?: number | undefined;
}

/** State after a success. */
export const healthy: Health = { state: 'active', failures: 0 };

/**
 * State after a failed attempt at `now`. The stream is paused if the receiver is gone or has failed for three
 * days. A paused stream stays paused until an attempt succeeds.
 */
export function afterFailure(health: Health, failure: Failure, now: number, random: Random): Health {
  const failing_since = health.failing_since ?? now;
  const failures = health.failures + 1;
  const paused = health.state === 'paused' || failure.gone || now - failing_since >= PAUSE_AFTER_MS;
  const { retryAfterMs } = failure;
  const delay = paused ? probeDelay(random, retryAfterMs) : retryDelay(failures, random, retryAfterMs);
  return { state: paused ? 'paused' : 'active', failing_since, failures, next_attempt_at: now + delay };
}
