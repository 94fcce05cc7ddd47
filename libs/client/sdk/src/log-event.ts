import type { Shown } from './shapes';
import type { EventData, WebhookEventType } from './webhook-events';

/**
 * An event of the event log. `event_type` determines the type of `data`: `if (event.event_type ===
 * 'orders.created') event.data.attributes.number`.
 */
export type LogEvent = Omit<Shown<'events'>, 'event_type' | 'data'> &
  { [Type in WebhookEventType]: { event_type: Type; data: EventData<Type> } }[WebhookEventType];

/**
 * Position after the newest event in the event log. Store both numbers and pass them to `tail` as `since` and
 * `epoch`.
 */
export interface LogEnd {
  /** Sequence number of the newest event that the token can read. 0 if the token can read no event. */
  sequence: number;
  /** Current epoch of the event log. */
  epoch: number;
}
