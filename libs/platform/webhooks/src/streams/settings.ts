import type { SealingKeys } from '@storewright/tokens';
import type { Random } from '../schedule/schedule';
import type { TargetPolicy } from '../targets/forbidden-address';
import type { Resolve } from '../targets/resolve';

/**
 * Clock for retry times in milliseconds since 1970. `performance` measures durations within a process, and
 * the database clock measures leases.
 */
export interface WallClock {
  now(): number;
}

export interface WorkerPace {
  pollMs: number;
  /** Delay after a failed poll in milliseconds. */
  pollAgainMs: number;
  /** Delay in milliseconds before a lost LISTEN connection is opened again. */
  listenAgainMs: number;
}

export const workerPace: WorkerPace = { pollMs: 1_000, pollAgainMs: 250, listenAgainMs: 1_000 };

export interface WebhookSettings {
  secretsKeys: SealingKeys;
  policy: TargetPolicy;
  resolve: Resolve;
  clock: WallClock;
  random: Random;
  /** Maximum number of webhook streams that a process delivers concurrently. */
  atOnce: number;
  exchangeMs: number;
  pace: WorkerPace;
}

export const WEBHOOK_SETTINGS = Symbol('webhook settings');
