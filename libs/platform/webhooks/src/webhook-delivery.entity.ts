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
  CollatedText,
} from '@storewright/entities';
import { events, type EventType } from '@storewright/scopes';
import { Entity } from 'typeorm';

/**
 * Kinds of webhook deliveries. `event` is the regular delivery of an event. `again` is a manually requested
 * replay. `test` is a manually requested test.
 */
export const deliveryKinds = ['event', 'again', 'test'] as const;
export type DeliveryKind = (typeof deliveryKinds)[number];

/**
 * Status of a webhook delivery. `waiting` means requested but not sent. `retrying` means that the last
 * attempt failed and a retry follows. `failed` means that no retry follows. `skipped` means that a person or
 * an app skipped the event.
 */
export const deliveryStatuses = ['waiting', 'retrying', 'delivered', 'failed', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

@Entity({ schema: 'shop', name: 'webhook_deliveries' })
export class WebhookDelivery extends IdentifiedRow {
  @Uuid()
  installation_id: string;

  @Attribute('event: regular delivery of an event. again: requested replay. test: requested test.', {
    values: deliveryKinds,
  })
  @CollatedText()
  kind: DeliveryKind;

  @Attribute('Id of the event, which is sent in the header webhook-id.')
  @Uuid()
  event_id: string;

  @Attribute('Type of the event.', { values: Object.keys(events) })
  @CollatedText()
  event_type: EventType;

  @Attribute('Sequence number of the event. null for a test delivery.')
  @BigInt({ nullable: true })
  sequence: BigIntText | null;

  @Attribute(
    'waiting: requested, not sent yet. retrying: failed, another attempt follows. delivered: the receiver responded with 2xx. failed: no further attempt. skipped: given up by request, so that later events follow.',
    { values: deliveryStatuses },
  )
  @CollatedText()
  status: DeliveryStatus;

  @Int()
  attempts: number;

  @Text({ nullable: true })
  resource: JsonText | null;

  /** Reason why the delivery failed without a request to the receiver. */
  @Text({ nullable: true })
  error: string | null;

  @Attribute('Time of the first attempt, or of the request for the delivery.')
  @Timestamp()
  created_at: string;

  @Attribute('Time of the last delivery attempt.')
  @Timestamp()
  updated_at: string;
}
