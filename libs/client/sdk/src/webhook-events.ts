import type { SchemaOf, TypeName } from './resource-types';

/** Event types that an app can list in `webhook_events`. */
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

/** Members of every webhook. */
interface Message<Type extends string, Data> {
  /** `webhook-id`: the same for each attempt. */
  id: string;
  type: Type;
  /** Time of the event. */
  timestamp: string;
  /** The resource object as a GET showed it at that time. */
  data: Data;
  /** Attributes that an update changed. */
  changed: string[];
  shop: { id: string; domain: string };
  /** Sequence number of the event within the shop. null for a test. */
  sequence: number | null;
  /** Increases when the platform is restored from a backup. null for a test. */
  epoch: number | null;
}

/** The app's own installation. */
interface Installation {
  type: 'installations';
  id: string;
  attributes: { scopes: string[]; status: string };
}

type Subject<Type> = Type extends `${infer Resource}.${string}` ? Resource : never;
/** Resource object of an event type. */
export type EventData<Type> =
  Subject<Type> extends TypeName ? SchemaOf<Subject<Type> & TypeName> : Installation;

/**
 * A webhook. `type` determines the type of `data`: `if (event.type === 'orders.created')
 * event.data.attributes.number`.
 */
export type WebhookEvent = { [Type in WebhookEventType]: Message<Type, EventData<Type>> }[WebhookEventType];
