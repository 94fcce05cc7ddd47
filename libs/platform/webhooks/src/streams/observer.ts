import type { Health } from '../schedule/health';
import type { DeliveryKind } from '../webhook-delivery.entity';
import type { WebhookReceiver } from './webhook-receivers';

/** Report of a stream that was paused or resumed. */
export interface StateChange {
  shop_id: string;
  receiver: WebhookReceiver;
  state: Health['state'];
  /** Time of the first failure, in milliseconds since 1970. */
  since: number;
}

/** Undelivered events that leave the log. Times have the format `2019-07-14T09:23:34.000000Z`. */
interface StreamNotice {
  shop_id: string;
  receiver: WebhookReceiver;
  /** Time of the first failure. null if the shop is suspended and the stream does not fail. */
  failing_since: string | null;
}

export interface ExpiryWarning extends StreamNotice {
  /** Time of the oldest undelivered event, and time at which it leaves the log. */
  oldest_waiting_at: string;
  kept_until: string;
}

export interface ExpiredRange extends StreamNotice {
  /** Number and range of the lost events of the installation. */
  lost: number;
  first_sequence: number;
  through_sequence: number;
}

/**
 * A broken item that is skipped, counted and reported to the operator (docs/monitoring.md).
 * `unreadable_secret`: a webhook secret cannot be decrypted. `refused_event`: an event of auth data is
 * invalid. `uncleared_shop`: retention failed for a shop. `waiting_redaction`: a redaction failed.
 */
export interface SkippedItem {
  kind: 'unreadable_secret' | 'refused_event' | 'uncleared_shop' | 'waiting_redaction';
  /** Description of the item with ids, for the log. */
  what: string;
  error: Error;
}

export interface RedactionReceipt {
  shop_id: string;
  /** Id of the completed redaction. */
  id: string;
  resource_type: string;
  resource_id: string;
  requested_at: string;
  /** Number of copies that the redaction cleared. */
  cleared: number;
}

/** A redaction with the event that announced it. The event asks apps to erase their copies. */
export interface AnnouncedRedaction {
  shop_id: string;
  resource_id: string;
  event_id: string;
  occurred_at: string;
  /** Resource object of the event as JSON, without personal data. */
  resource: string;
}

/** Receives the worker's results for metrics and for the logs of owners and developers. */
export abstract class DeliveryObserver {
  abstract attempted(attempt: { kind: DeliveryKind; success: boolean; durationMs: number }): void;
  /**
   * Called when a delivery was created or updated. `begun_at` is the approximate start in milliseconds since
   * 1970.
   */
  abstract written(delivery: { shop_id: string; installation_id: string; begun_at: number }): void;
  /** Called when the worker stops. No delivery is written after this call. */
  abstract ended(): Promise<void>;
  /**
   * Informs the shop's owner and the app's developer about a paused or resumed stream (docs/contract.md §6).
   */
  abstract stateChanged(change: StateChange): Promise<void>;
  /** Informs members of the shop about an app that has failed for an hour. Called after every further failure. */
  abstract failing(stream: Omit<StateChange, 'state'>): Promise<void>;
  /** Informs the shop's owner and the app's developer before events are lost and after a loss. */
  abstract expirySoon(expired: ExpiryWarning): Promise<void>;
  abstract eventsExpired(expired: ExpiredRange): Promise<void>;
  abstract skipped(skipped: SkippedItem): void;
  /** Asks apps to erase their copies. Repeating the call asks nobody twice. */
  abstract redactionAnnounced(redaction: AnnouncedRedaction): Promise<void>;
  /** Informs the shop's owner that a redaction is complete. Repeating the call adds no second log entry. */
  abstract redacted(receipt: RedactionReceipt): Promise<void>;
}
