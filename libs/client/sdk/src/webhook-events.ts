import type { SchemaOf, TypeName } from './resource-types';

/** What an app may register as `webhook_events`. */
export const webhookEventTypes = [
  ...(['codes.created', 'codes.updated', 'codes.deleted'] as const),
  ...(['customers.created', 'customers.updated', 'customers.deleted', 'customers.redacted'] as const),
  ...(['installations.created', 'installations.scopes_changed', 'installations.uninstalled'] as const),
  ...(['meta.created', 'meta.updated', 'meta.deleted'] as const),
  ...(['orders.created', 'orders.updated', 'orders.deleted'] as const),
  ...(['products.created', 'products.updated', 'products.deleted'] as const),
  ...(['shops.updated'] as const),
  ...(['variants.created', 'variants.updated', 'variants.deleted'] as const),
] as const;

/** `orders.created`, … */
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** What is in every message. */
interface Message<Type extends string, Data> {
  /** `webhook-id`: the same for each attempt. */
  id: string;
  type: Type;
  /** Time of the event. */
  timestamp: string;
  /** The resource object as a GET showed it then. */
  data: Data;
  /** Attributes that an update changed. */
  changed: string[];
  shop: { id: string; domain: string };
  /** Counts the events of the shop; null: a test. */
  sequence: number | null;
  /** Greater after the platform was restored from a backup; null: a test. */
  epoch: number | null;
}

/** An app's own installation, as it is told of it. */
interface Installation {
  type: 'installations';
  id: string;
  attributes: { scopes: string[]; status: string };
}

type Subject<Type> = Type extends `${infer Resource}.${string}` ? Resource : never;
/** The resource object that an event is about. */
export type EventData<Type> =
  Subject<Type> extends TypeName ? SchemaOf<Subject<Type> & TypeName> : Installation;

/** What a webhook says; its `type` tells of what `data` is: `if (event.type === 'orders.created') event.data.attributes.number`. */
export type WebhookEvent = { [Type in WebhookEventType]: Message<Type, EventData<Type>> }[WebhookEventType];
