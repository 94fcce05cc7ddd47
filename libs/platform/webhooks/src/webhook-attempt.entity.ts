import { Int, Json, type JsonText, ShopRow, Text, Timestamp, Uuid } from '@storewright/entities';
import { Entity } from 'typeorm';

@Entity({ schema: 'shop', name: 'webhook_attempts' })
export class WebhookAttempt extends ShopRow {
  @Uuid({ primary: true })
  delivery_id: string;

  @Int({ primary: true })
  attempt: number;

  @Text()
  url: string;

  @Json()
  request_headers: JsonText<Record<string, string>>;

  @Int({ nullable: true })
  status: number | null;

  @Int()
  duration_ms: number;

  @Text()
  answer: string;

  @Text({ nullable: true })
  error: string | null;

  @Timestamp()
  attempted_at: string;
}
