import type { webhookEventTypes } from './openapi';
import type { SchemaOf, TypeName } from './resource-types';

export { webhookEventTypes } from './openapi';

/** Type of a webhook event: `orders.created`, … */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** Members that every webhook has. */
interface Message<Type extends string, Data> {
  /** `webhook-id`, which is the same for all attempts of a message. */
  id: string;
  type: Type;
  /** Time of the event in ISO 8601. */
  timestamp: string;
  /** The resource object as GET returned it at the time of the event. */
  data: Data;
  /** Names of the attributes that an update changed. */
  changed: string[];
  shop: { id: string; domain: string };
  /** Sequence number of the event within the shop. null for a test event and for a request to erase data. */
  sequence: number | null;
  /**
   * Epoch of the event log, which increases when the platform is restored from a backup. null for a test
   * event.
   */
  epoch: number | null;
}

/** The installation of the app that receives the webhook. */
interface Installation {
  type: 'installations';
  id: string;
  attributes: { scopes: string[]; status: string };
}

type Subject<Type> = Type extends `${infer Resource}.${string}` ? Resource : never;
/** Resource object of the events of a type. */
export type EventData<Type> =
  Subject<Type> extends TypeName ? SchemaOf<Subject<Type> & TypeName> : Installation;

/**
 * A webhook event. `type` determines the type of `data`: `if (event.type === 'orders.created')
 * event.data.attributes.number`.
 */
export type WebhookEvent = { [Type in WebhookEventType]: Message<Type, EventData<Type>> }[WebhookEventType];
