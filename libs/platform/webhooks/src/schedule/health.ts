import type { StreamState } from '../webhook-stream.entity';
import { PAUSE_AFTER_MS, probeDelay, type Random, retryDelay } from './schedule';

/** How a stream is doing; times are ms since 1970. */
export interface Health {
  state: Exclude<StreamState, 'ended'>;
  /** When the unbroken row of failures began. */
  failing_since?: number;
  /** Failures in a row. */
  failures: number;
  /** Not before this time; absent: at once. */
  next_attempt_at?: number;
}

/** What is known of a failure besides that it is one. */
export interface Failure {
  /** The receiver said that it is gone for good: 410 (RFC 9110 §15.5.11). */
  gone: boolean;
  retryAfterMs?: number | undefined;
}

/** A receiver that answers is well, whatever was before. */
export const healthy: Health = { state: 'active', failures: 0 };

/**
 * After a failed attempt at `now`: retried later; or paused, where the receiver is gone or three days have passed since the first failure of the
 * row. A paused stream stays so until an attempt succeeds.
 */
export function afterFailure(health: Health, failure: Failure, now: number, random: Random): Health {
  const failing_since = health.failing_since ?? now;
  const failures = health.failures + 1;
  const paused = health.state === 'paused' || failure.gone || now - failing_since >= PAUSE_AFTER_MS;
  const { retryAfterMs } = failure;
  const delay = paused ? probeDelay(random, retryAfterMs) : retryDelay(failures, random, retryAfterMs);
  return { state: paused ? 'paused' : 'active', failing_since, failures, next_attempt_at: now + delay };
}
