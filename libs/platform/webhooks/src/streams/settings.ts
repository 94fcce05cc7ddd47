import type { SealingKeys } from '@storewright/tokens';
import type { Random } from '../schedule/schedule';
import type { TargetPolicy } from '../targets/forbidden-address';
import type { Resolve } from '../targets/resolve';

/**
 * Clock for retry times in milliseconds since 1970. Durations within a process are measured with
 * `performance`, and leases with the database clock.
 */
export interface WallClock {
  now(): number;
}

/** Polling and retry intervals of a worker in milliseconds. */
export interface WorkerPace {
  /** Interval between polls for pending work. */
  pollMs: number;
  /** Delay before the next poll after a failed poll. */
  pollAgainMs: number;
  /** Delay before a lost LISTEN connection is opened again. */
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
  /** Maximum number of webhook streams that a process delivers concurrently. */
  atOnce: number;
  /** Maximum duration of a delivery attempt in milliseconds. */
  exchangeMs: number;
  pace: WorkerPace;
}

export const WEBHOOK_SETTINGS = Symbol('webhook settings');
