import { createHash } from 'node:crypto';
import { Json, type JsonText, ShopRow, Text, Timestamp, Uuid, CollatedText } from '@storewright/entities';
import type { RenderedResponse } from '@storewright/json-api';
import { Entity } from 'typeorm';

/**
 * Response to a request with an `Idempotency-Key`. A repetition of the request receives the stored response.
 */
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
 * Returns the digest of an `Idempotency-Key`, which replaces the key after an erasure because clients can put
 * personal data into keys. The first character of the digest cannot occur in a header.
 */
export const hiddenKey = (key: string) =>
  key.startsWith(hidden) ? key : `${hidden}${createHash('sha256').update(key).digest('hex')}`;
