import { anyObjectSchema } from '@storewright/json-api';
import { Entity } from 'typeorm';
import { CollatedText, Json, Text, Timestamp, Uuid, type JsonText } from '@storewright/rows';
import { Attribute } from '../attribute';

/**
 * An audit log entry about an action in a shop, or about an action of a person outside of shops. Entries are
 * never changed.
 */
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

  @Attribute('Kind of the recorded action.')
  @Text()
  kind: string;

  @Attribute('Details of the recorded action. The members depend on the kind.', { schema: anyObjectSchema })
  @Json({ default: {} })
  detail: JsonText<Record<string, unknown>>;

  @Attribute('Id of the request that caused the action. null for actions without a request.')
  @Text({ nullable: true })
  request_id: string | null;

  @Attribute('Kind of the actor: person, app, operator or platform. null in entries of earlier releases.')
  @CollatedText({ nullable: true })
  actor: 'person' | 'app' | 'operator' | 'platform' | null;

  @Attribute(
    'Id of the session or OAuth token with which the actor sent the request. For a sign-in, the new session. null if ' +
      'the actor used neither, such as a link in an email or the secret of an app.',
  )
  @Uuid({ nullable: true })
  token_id: string | null;

  @Attribute('Time of the recorded action.')
  @Timestamp({ default: () => 'clock_timestamp()' })
  created_at: string;
}
