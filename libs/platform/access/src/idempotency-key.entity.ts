import { createHash } from 'node:crypto';
import { Json, type JsonText, ShopRow, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import type { RenderedResponse } from '@storewright/json-api';
import { Entity } from 'typeorm';

/** Stored response of a request with an `Idempotency-Key`, for repetitions of the request. */
@Entity({ schema: 'shop', name: 'idempotency_keys' })
export class IdempotencyKey extends ShopRow {
  @Uuid({ primary: true })
  token_id: string;

  @CollatedText({ primary: true })
  key: string;

  @Text()
  request_digest: string;

  @Json()
  answer: JsonText<RenderedResponse>;

  @Timestamp()
  created_at: string;
}

const hidden = '§';

/**
 * Returns the digest of a key whose response was redacted, because clients can put personal data into keys. The
 * prefix is a character that no header can contain.
 */
export const hiddenKey = (key: string) =>
  key.startsWith(hidden) ? key : `${hidden}${createHash('sha256').update(key).digest('hex')}`;
