import { BigInt, type BigIntText, Bool, Int, ShopRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** Where an installation stands in its shop's log. */
@Entity({ schema: 'shop', name: 'webhook_streams' })
export class WebhookStream extends ShopRow {
  @Uuid({ primary: true })
  installation_id: string;

  @Uuid()
  app_id: string;

  @BigInt()
  last_sequence: BigIntText;

  @Text({ default: 'active' })
  state: string;

  @Timestamp({ nullable: true })
  failing_since: string | null;

  @Int({ default: 0 })
  attempts: number;

  @Timestamp({ nullable: true })
  next_attempt_at: string | null;

  @Uuid({ nullable: true })
  delivery_id: string | null;

  @Bool({ default: false })
  loss_foretold: boolean;

  @Int({ nullable: true })
  locked_by: number | null;

  @Timestamp({ nullable: true })
  locked_until: string | null;
}
