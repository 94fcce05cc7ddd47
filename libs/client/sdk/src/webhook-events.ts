import type { webhookEventTypes } from './openapi';
import type { SchemaOf, TypeName } from './resource-types';

export { webhookEventTypes } from './openapi';

/** Type of a webhook event, such as `orders.created`. */
export type WebhookEventType = (typeof webhookEventTypes)[number];

interface Message<Type extends string, Data> {
  /** Id of the webhook from the header `webhook-id`. All delivery attempts have the same id. */
  id: string;
  type: Type;
  /** Time of the event in ISO 8601. */
  timestamp: string;
  /** Resource object of the event, in the state at the time of the event. */
  data: Data;
  /** Names of the attributes that the update changed. */
  changed: string[];
  shop: { id: string; domain: string };
  /**
   * Sequence number of the event in the shop's event log. null for a test event and for an erasure request.
   */
  sequence: number | null;
  /** Epoch of the event log, which increases after a restore from a backup. null for a test event. */
  epoch: number | null;
}

interface Installation {
  type: 'installations';
  id: string;
  attributes: { scopes: string[]; status: string };
}

type Subject<Type> = Type extends `${infer Resource}.${string}` ? Resource : never;
/** Resource object in the events of a type. */
export type EventData<Type> =
  Subject<Type> extends TypeName ? SchemaOf<Subject<Type> & TypeName> : Installation;

/**
 * A webhook event. `type` determines the type of `data`: `if (event.type === 'orders.created')
 * event.data.attributes.number`.
 */
export type WebhookEvent = { [Type in WebhookEventType]: Message<Type, EventData<Type>> }[WebhookEventType];
