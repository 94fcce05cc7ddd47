import type { Health } from '../schedule/health';
import type { DeliveryKind } from '../webhook-delivery.entity';
import type { WebhookReceiver } from './webhook-receivers';

/** A stream was paused, or goes on. */
export interface StateChange {
  shop_id: string;
  receiver: WebhookReceiver;
  state: Health['state'];
  /** When it began to fail, ms since 1970. */
  since: number;
}

/** Events of a stream that are not delivered and will leave the log, or have left it. Times: `2019-07-14T09:23:34.000000Z`. */
interface StreamNotice {
  shop_id: string;
  receiver: WebhookReceiver;
  /** null: it does not fail, its shop is suspended. */
  failing_since: string | null;
}

export interface ExpiryWarning extends StreamNotice {
  /** When the first of them occurred, and when it leaves the log. */
  oldest_waiting_at: string;
  kept_until: string;
}

export interface ExpiredRange extends StreamNotice {
  /** How many the installation would have received, from which number through which. */
  lost: number;
  first_sequence: number;
  through_sequence: number;
}

/**
 * Something that is broken and harms nothing but itself: it is passed over and counted, and the operator is told (docs/operating.md). `unreadable_secret`: a webhook secret
 * does not open; `refused_event`: an event of the auth data cannot be carried over; `uncleared_shop`: a shop's log was not cleared;
 * `waiting_redaction`: copies of what was redacted were not cleared.
 */
export interface SkippedItem {
  kind: 'unreadable_secret' | 'refused_event' | 'uncleared_shop' | 'waiting_redaction';
  /** What it is, in words and ids. */
  what: string;
  error: Error;
}

export interface RedactionReceipt {
  shop_id: string;
  /** Of the request. */
  id: string;
  resource_type: string;
  resource_id: string;
  requested_at: string;
  /** Copies that were cleared. */
  cleared: number;
}

/** Who wants to know what the worker does: its metrics, and those who are told that an app is not reached any more. */
export abstract class DeliveryObserver {
  abstract attempted(attempt: { kind: DeliveryKind; success: boolean; durationMs: number }): void;
  /** A delivery was written, for the first time or anew. `begun_at`: about when it began, ms since 1970. */
  abstract written(delivery: { shop_id: string; installation_id: string; begun_at: number }): void;
  /** The worker ends: nothing more is written. */
  abstract ended(): Promise<void>;
  /** The shop's owner and the app's developer are told (docs/contract.md §6). */
  abstract stateChanged(change: StateChange): Promise<void>;
  /** Likewise, before events are lost, and when they were: nothing is dropped silently. */
  abstract expirySoon(expired: ExpiryWarning): Promise<void>;
  abstract eventsExpired(expired: ExpiredRange): Promise<void>;
  abstract skipped(skipped: SkippedItem): void;
  /** The shop's owner is told that nothing personal is kept any more; told twice, it is in the log once. */
  abstract redacted(receipt: RedactionReceipt): Promise<void>;
}
