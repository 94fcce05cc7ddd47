import {
  Attribute,
  BigInt,
  type BigIntText,
  IdentifiedRow,
  Int,
  type JsonText,
  Text,
  Timestamp,
  Uuid,
  Word,
} from '@storewright/entities';
import { events, type EventType } from '@storewright/scopes';
import { Entity } from 'typeorm';

/** An event of the log; one that somebody asked to send once more; a test. */
export const deliveryKinds = ['event', 'again', 'test'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/** `waiting`: a request that was not tried yet. `retrying`: failed, and will be tried again. `failed`: will not. `skipped`: somebody gave it up. */
export const deliveryStatuses = ['waiting', 'retrying', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** An event on its way to an installation, or there. */
@Entity({ schema: 'shop', name: 'webhook_deliveries' })
export class WebhookDelivery extends IdentifiedRow {
  @Uuid()
  installation_id: string;

  @Attribute('As it happened, asked for once more, or a test.', { values: deliveryKinds })
  @Word()
  kind: DeliveryKind;

  @Attribute('The webhook-id that is sent.')
  @Uuid()
  event_id: string;

  @Attribute('The type of the event.', { values: Object.keys(events) })
  @Word()
  event_type: EventType;

  @Attribute('The sequence of the event; null of a test.')
  @BigInt({ nullable: true })
  sequence: BigIntText | null;

  @Attribute(
    'waiting: asked for and not sent yet. retrying: failed, and will be tried again. delivered: answered 2xx. failed: will not be tried again. skipped: given up by hand, so that later events follow.',
    { values: deliveryStatuses },
  )
  @Word()
  status: DeliveryStatus;

  @Int()
  attempts: number;

  /** Of a test: the resource object that it is made of. */
  @Text({ nullable: true })
  resource: JsonText | null;

  /** Why it failed where nothing was sent. */
  @Text({ nullable: true })
  error: string | null;

  @Attribute('When it was first tried, or asked for.')
  @Timestamp()
  created_at: string;

  @Attribute('When it was last tried.')
  @Timestamp()
  updated_at: string;
}
