import { anyObjectSchema } from '@storewright/json-api';
import { Entity } from 'typeorm';
import { Attribute } from '../attribute';
import { Json, Text, Timestamp, Uuid } from '../columns';
import type { JsonText } from '../row';

/** What happened in a shop, or to a person outside of any shop. Append-only. */
@Entity({ schema: 'auth', name: 'audit_entries' })
export class AuditEntry {
  @Uuid({ primary: true })
  id: string;

  @Uuid({ nullable: true })
  shop_id: string | null;

  @Uuid({ nullable: true })
  owner_id: string | null;

  @Uuid({ nullable: true })
  app_id: string | null;

  @Attribute('What happened.')
  @Text()
  kind: string;

  @Attribute('More about it; its members differ by kind.', { schema: anyObjectSchema })
  @Json({ default: {} })
  detail: JsonText<Record<string, unknown>>;

  @Attribute('The request that did it; null where nobody asked for it.')
  @Text({ nullable: true })
  request_id: string | null;

  @Attribute('Time of the event.')
  @Timestamp({ default: () => 'clock_timestamp()' })
  created_at: string;
}
