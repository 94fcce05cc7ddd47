import { Int, ShopRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

/** A request to one app to erase the data of a customer or shop. The app must confirm the erasure. */
@Entity({ schema: 'auth', name: 'erasure_requests' })
export class ErasureRequest extends ShopRow {
  @Uuid({ primary: true })
  erasure_id: string;

  @Uuid({ primary: true })
  installation_id: string;

  @Uuid()
  app_id: string;

  /** App name at the time of the erasure request. The name stays after the deletion of the app. */
  @Text()
  app_name: string;

  @Int({ default: 0 })
  sends: number;

  @Int({ default: 0 })
  mails: number;

  /** Time of the next attempt, reminder or escalation of the erasure request. null if no step remains. */
  @Timestamp({ nullable: true })
  next_send_at: string | null;

  @Timestamp({ nullable: true })
  last_sent_at: string | null;

  @Int({ nullable: true })
  last_status: number | null;

  @Text({ nullable: true })
  last_error: string | null;

  @Timestamp({ nullable: true })
  delivered_at: string | null;

  @Timestamp({ nullable: true })
  confirmed_at: string | null;

  @Timestamp({ nullable: true })
  cancelled_at: string | null;

  @Timestamp({ nullable: true })
  escalated_at: string | null;
}
