import { Bytea, CollatedText, Json, type JsonText, Text, Timestamp, Uuid } from '@storewright/rows';
import { Entity } from 'typeorm';

/** Queued work about a token. The auth API handles and deletes the row. */
@Entity({ schema: 'auth', name: 'token_incidents' })
export class TokenIncident {
  @Uuid({ primary: true })
  id: string;

  @CollatedText()
  kind: 'reported' | 'canary_used' | 'expiring' | 'expired';

  /** SHA-256 of the token. The token is not stored. */
  @Bytea()
  digest: Buffer;

  /** Kind of the token according to its prefix. */
  @CollatedText()
  token_kind: string;

  @Json({ default: {} })
  detail: JsonText<Record<string, unknown>>;

  @Text({ nullable: true })
  request_id: string | null;

  @Timestamp({ default: () => 'now()' })
  created_at: string;
}
