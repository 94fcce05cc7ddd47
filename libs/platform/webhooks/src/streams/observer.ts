import type { Health } from '../schedule/health';
import type { DeliveryKind } from '../webhook-delivery.entity';
import type { WebhookReceiver } from './webhook-receivers';

export interface StateChange {
  shop_id: string;
  receiver: WebhookReceiver;
  state: Health['state'];
  /** Time of the first failed attempt in milliseconds since 1970. */
  since: number;
}

/**
 * Undelivered events that will leave the event log. Timestamps have the format `2019-07-14T09:23:34.000000Z`.
 */
interface StreamNotice {
  shop_id: string;
  receiver: WebhookReceiver;
  /**
   * Time of the first failed attempt. null if no attempt failed, for example because the shop is suspended.
   */
  failing_since: string | null;
}

export interface ExpiryWarning extends StreamNotice {
  /** Time of the oldest undelivered event, and the time at which this event leaves the event log. */
  oldest_waiting_at: string;
  kept_until: string;
}

export interface ExpiredRange extends StreamNotice {
  /** Number of lost events of an app installation, and their first and last sequence number. */
  lost: number;
  first_sequence: number;
  through_sequence: number;
}

/**
 * An item that the worker skipped because of an error, for metrics and logs (docs/monitoring.md).
 * `unreadable_secret` is a webhook secret that cannot be decrypted. `refused_event` is an invalid event in
 * the outbox. `uncleared_shop` is a shop whose old rows cannot be deleted. `waiting_redaction` is a failed
 * redaction.
 */
export interface SkippedItem {
  kind: 'unreadable_secret' | 'refused_event' | 'uncleared_shop' | 'waiting_redaction';
  what: string;
  error: Error;
}

export interface RedactionReceipt {
  shop_id: string;
  id: string;
  resource_type: string;
  resource_id: string;
  requested_at: string;
  cleared: number;
}

/** The event that requested a redaction. Apps that receive this event must erase their copies of the data. */
export interface AnnouncedRedaction {
  shop_id: string;
  resource_id: string;
  event_id: string;
  occurred_at: string;
  resource: string;
}

/** Receives the results of the webhook worker, for metrics, logs and messages to people. */
export abstract class DeliveryObserver {
  abstract attempted(attempt: { kind: DeliveryKind; success: boolean; durationMs: number }): void;
  /**
   * Called after a delivery was created or updated. `begun_at` is the approximate start of the delivery's
   * first attempt in milliseconds since 1970.
   */
  abstract written(delivery: { shop_id: string; installation_id: string; begun_at: number }): void;
  /** Called when the worker stops, after its last write of a delivery. */
  abstract ended(): Promise<void>;
  /**
   * Informs the shop's owner and the app's developer that a webhook stream was paused or resumed
   * (docs/contract.md §6).
   */
  abstract stateChanged(change: StateChange): Promise<void>;
  /**
   * Informs members of the shop that webhooks to an app have failed for an hour. Called after every further
   * failure.
   */
  abstract failing(stream: Omit<StateChange, 'state'>): Promise<void>;
  /** Informs the shop's owner and the app's developer that undelivered events will be lost soon. */
  abstract expirySoon(expired: ExpiryWarning): Promise<void>;
  abstract eventsExpired(expired: ExpiredRange): Promise<void>;
  abstract skipped(skipped: SkippedItem): void;
  /** Asks apps to erase their copies of redacted data. Repeated calls have no effect. */
  abstract redactionAnnounced(redaction: AnnouncedRedaction): Promise<void>;
  /** Informs the shop's owner that a redaction is complete. Repeated calls have no effect. */
  abstract redacted(receipt: RedactionReceipt): Promise<void>;
}
