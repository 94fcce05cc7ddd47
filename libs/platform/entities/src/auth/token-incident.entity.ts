import { Bytea, CollatedText, Json, type JsonText, Text, Timestamp, Uuid } from '@storewright/rows';
import { Entity } from 'typeorm';

/**
 * A queued task for the auth API about a leaked token, a used canary token or an unused access token. The auth
 * API deletes the row after handling the task.
 */
@Entity({ schema: 'auth', name: 'token_incidents' })
export class TokenIncident {
  @Uuid({ primary: true })
  id: string;

  @CollatedText()
  kind: 'reported' | 'canary_used' | 'expiring' | 'expired';

  /** SHA-256 of the affected token. The token itself is not stored. */
  @Bytea()
  digest: Buffer;

  @CollatedText()
  token_kind: string;

  @Json({ default: {} })
  detail: JsonText<Record<string, unknown>>;

  @Text({ nullable: true })
  request_id: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
