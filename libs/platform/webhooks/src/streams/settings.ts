import type { SealingKeys } from '@storewright/tokens';
import type { Random } from '../schedule/schedule';
import type { TargetPolicy } from '../targets/forbidden-address';
import type { Resolve } from '../targets/resolve';

/**
 * Clock for planned retries, in ms since 1970. Durations within a process use `performance`; leases use the
 * database's clock.
 */
export interface WallClock {
  now(): number;
}

/** Intervals of a worker. */
export interface WorkerPace {
  /** Poll for pending work. */
  pollMs: number;
  /** Poll after a failed poll. */
  pollAgainMs: number;
  /** Reconnect for LISTEN. */
  listenAgainMs: number;
}

export const workerPace: WorkerPace = { pollMs: 1_000, pollAgainMs: 250, listenAgainMs: 1_000 };

export interface WebhookSettings {
  /** Keys that decrypt webhook secrets. */
  secretsKeys: SealingKeys;
  policy: TargetPolicy;
  resolve: Resolve;
  clock: WallClock;
  random: Random;
  /** Streams that a process delivers at once. */
  atOnce: number;
  /** Maximum duration of an exchange. */
  exchangeMs: number;
  pace: WorkerPace;
}

export const WEBHOOK_SETTINGS = Symbol('webhook settings');
