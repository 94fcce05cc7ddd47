import type { SealingKeys } from '@storewright/tokens';
import type { Random } from '../schedule/schedule';
import type { TargetPolicy } from '../targets/forbidden-address';
import type { Resolve } from '../targets/resolve';

/** Ms since 1970, as retries are planned by. What only one process measures goes by `performance`, and locks by the database's clock. */
export interface WallClock {
  now(): number;
}

/** How soon a worker looks for itself, whatever was or was not announced, ms. */
export interface WorkerPace {
  /** For events, and for shops in which something waits. */
  pollMs: number;
  /** Again where it could not. */
  pollAgainMs: number;
  /** For another connection for LISTEN, where one broke. */
  listenAgainMs: number;
}

export const workerPace: WorkerPace = { pollMs: 1_000, pollAgainMs: 250, listenAgainMs: 1_000 };

export interface WebhookSettings {
  /** Open what signs. */
  secretsKeys: SealingKeys;
  policy: TargetPolicy;
  resolve: Resolve;
  clock: WallClock;
  random: Random;
  /** Streams that are delivered at once, per process. */
  atOnce: number;
  /** How long an exchange may take, ms. */
  exchangeMs: number;
  pace: WorkerPace;
}

export const WEBHOOK_SETTINGS = Symbol('webhook settings');
