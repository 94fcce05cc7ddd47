import type { Kind } from './delivery-rows';
import type { Target } from './targets';

/** A stream was paused, or goes on. */
export interface StateChange {
  shop_id: string;
  target: Target;
  state: 'active' | 'paused';
  /** When it began to fail, ms since 1970. */
  since: number;
}

/** Who wants to know what the worker does: its metrics, and those who are told that an app is not reached any more. */
export abstract class DeliveryObserver {
  abstract attempted(attempt: { kind: Kind; success: boolean; durationMs: number }): void;
  /** The shop's owner and the app's developer are told (CONTRACT §6). */
  abstract stateChanged(change: StateChange): Promise<void>;
}
