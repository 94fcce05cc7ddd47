import type { SealingKeys } from '@storewright/tokens';
import type { Random } from '../schedule/schedule';
import type { TargetPolicy } from '../targets/forbidden-address';
import type { Resolve } from '../targets/resolve';

/**
 * Clock for planned retries in milliseconds since 1970. Durations within a process are measured with
 * `performance`, and leases with the clock of the database.
 */
export interface WallClock {
  now(): number;
}

/** Intervals of a worker in milliseconds. */
export interface WorkerPace {
  /** Interval between polls for pending work. */
  pollMs: number;
  /** Delay before the next poll after a failed poll. */
  pollAgainMs: number;
  /** Delay before the connection for LISTEN is opened again. */
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
  /** Maximum number of streams that a process delivers concurrently. */
  atOnce: number;
  /** Maximum duration of an attempt in milliseconds. */
  exchangeMs: number;
  pace: WorkerPace;
}

export const WEBHOOK_SETTINGS = Symbol('webhook settings');
