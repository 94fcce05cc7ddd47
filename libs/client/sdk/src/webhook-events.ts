/** `orders.created`, … */
export type WebhookEventType = string;

/** What a webhook says. */
export interface WebhookEvent {
  /** `webhook-id`: the same for each attempt. */
  id: string;
  type: WebhookEventType;
  /** When it happened. */
  timestamp: string;
  /** The resource object as a GET showed it then. */
  data: { type: string; id: string };
  /** Attributes that an update changed. */
  changed: string[];
  shop: { id: string; domain: string };
  /** Counts the events of the shop; null: a test. */
  sequence: number | null;
  epoch: number | null;
}
