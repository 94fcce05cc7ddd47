import {
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
import { Entity } from 'typeorm';

/** An event on its way to an installation, or there. */
@Entity({ schema: 'shop', name: 'webhook_deliveries' })
export class WebhookDelivery extends IdentifiedRow {
  @Uuid()
  installation_id: string;

  @Word()
  kind: string;

  @Uuid()
  event_id: string;

  @Word()
  event_type: string;

  @BigInt({ nullable: true })
  sequence: BigIntText | null;

  @Word()
  status: string;

  @Int()
  attempts: number;

  @Text({ nullable: true })
  resource: JsonText | null;

  @Text({ nullable: true })
  error: string | null;

  @Timestamp()
  created_at: string;

  @Timestamp()
  updated_at: string;
}
