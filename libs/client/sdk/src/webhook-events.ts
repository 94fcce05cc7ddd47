import type { Identifier } from './joined';
import type { webhooks } from './openapi';

/** What is in every message. */
interface Message<Type extends string, Data> {
  /** `webhook-id`: the same for each attempt. */
  id: string;
  type: Type;
  /** When it happened. */
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

type Bodies = {
  [Type in keyof webhooks & string]: webhooks[Type] extends {
    post: { requestBody: { content: { 'application/json': infer Body } } };
  }
    ? Body
    : never;
};

/** Where the document says nothing of it: any resource object. */
type DataOf<Body> = [Body] extends [never]
  ? Identifier
  : Body extends { data: infer Data }
    ? Data
    : Identifier;

/** Told to the app itself: not among the resources of the shop API. */
type OwnEventType = `installations.${'created' | 'scopes_changed' | 'uninstalled'}`;

/** `orders.created`, … */
export type WebhookEventType = (keyof webhooks & string) | OwnEventType;

/** What a webhook says; its `type` tells of what `data` is: `if (event.type === 'orders.created') event.data.attributes.number`. */
export type WebhookEvent =
  | {
      [Type in keyof Bodies]: Message<Type, DataOf<Bodies[Type]>>;
    }[keyof Bodies]
  | Message<
      OwnEventType,
      { type: 'installations'; id: string; attributes: { scopes: string[]; status: string } }
    >;
