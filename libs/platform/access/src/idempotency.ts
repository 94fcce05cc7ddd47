import { createHash } from 'node:crypto';
import {
  type Address,
  addressOf,
  ApiError,
  type Render,
  type RenderedResponse,
  requestParameter,
} from '@storewright/json-api';
import { parseJson, type Row } from '@storewright/entities';
import { type RowsOfShop, type ShopTransaction, transactionTime } from '@storewright/tenancy';
import type { GrantedRequest } from './grant';
import { hiddenKey, IdempotencyKey } from './idempotency-key.entity';

/**
 * Data of a request with an `Idempotency-Key`. The server treats a request with the same key and digest as a
 * repetition.
 */
export interface IdempotentRequest {
  key: string;
  token_id: string;
  shop_id: string;
  /** Digest of the method, URL and body. A request that repeats the key must have the same digest. */
  digest: string;
  address: Address;
}

/** Time for which a response is stored for repetitions of the request (docs/contract.md §2). */
const kept = '24 hours';
const headerForm = /^[\x20-\x7e]{1,255}$/;

/**
 * Injects the `Idempotency-Key` of the request with a digest of method, URL and body. Injects undefined
 * without the header: `@Idempotent() request?: IdempotentRequest`.
 */
export const Idempotent = requestParameter(
  'Idempotency-Key',
  (_: unknown, context): IdempotentRequest | undefined => {
    const request = context.switchToHttp().getRequest<GrantedRequest>();
    const key = request.headers['idempotency-key'];
    if (key === undefined) return undefined;
    if (typeof key !== 'string' || !headerForm.test(key)) {
      throw new ApiError('malformed_request', {
        detail: 'Idempotency-Key must be 1 to 255 printable ASCII characters, such as a UUID.',
        source: { header: 'Idempotency-Key' },
      });
    }
    const digest = createHash('sha256').update(`${request.method} ${request.url}\n`);
    if (Buffer.isBuffer(request.body)) digest.update(request.body);
    return {
      key,
      token_id: request.grant!.token_id,
      shop_id: request.grant!.shop.id,
      digest: digest.digest('hex'),
      address: addressOf(request),
    };
  },
);

/**
 * Runs `work` once per `Idempotency-Key`, and stores the response in the same transaction. Repetitions
 * receive the stored response. Errors are not stored, so that a client can correct the request and send it
 * with the same key.
 */
export function idempotent(
  rows: RowsOfShop,
  request: IdempotentRequest,
  work: (transaction: ShopTransaction) => Promise<Render>,
): Promise<Render> {
  return rows.transaction(async (transaction) => {
    await lock(transaction, request);
    const earlier = await earlierAnswer(transaction, request);
    if (earlier)
      return () => ({ ...earlier, headers: { ...earlier.headers, 'idempotency-replayed': 'true' } });
    const answer = (await work(transaction))(request.address);
    await keep(transaction, request, answer);
    return () => answer;
  });
}

async function lock(
  transaction: ShopTransaction,
  { shop_id, token_id, key }: IdempotentRequest,
): Promise<void> {
  const [row] = await transaction.query<{ locked: boolean }>({
    text: 'SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS locked',
    values: [`${shop_id} ${token_id} ${key}`],
  });
  if (row?.locked) return;
  throw new ApiError('idempotency_in_progress', {
    detail: 'A request with this Idempotency-Key is still running. Repeat the request after one second.',
    source: { header: 'Idempotency-Key' },
    headers: { 'retry-after': '1' },
  });
}

async function earlierAnswer(
  transaction: ShopTransaction,
  { token_id, key, digest }: IdempotentRequest,
): Promise<RenderedResponse | undefined> {
  const [row] = await transaction
    .repository(IdempotencyKey)
    .select<Pick<Row<IdempotencyKey>, 'request_digest' | 'answer'>>(
      'kept',
      (query) =>
        query
          .addSelect('t.request_digest', 'request_digest')
          .addSelect('t.answer', 'answer')
          .where('t.token_id = :token_id AND t.key = ANY (:keys)')
          .andWhere(`t.created_at > least(now(), :now) - interval '${kept}'`),
      { now: new Date(), token_id, keys: [key, hiddenKey(key)] },
    );
  if (row && row.request_digest !== digest) {
    throw new ApiError('idempotency_key_reused', {
      detail:
        'This Idempotency-Key was used for a different request. Use a new key for each different request.',
      source: { header: 'Idempotency-Key' },
    });
  }
  return row && parseJson(row.answer);
}

/**
 * Deletes the expired response to this key and up to 100 other expired responses of the shop, in primary key
 * order to prevent deadlocks. Compares with the earlier of database time and process time, so that a clock
 * that is ahead deletes nothing. Uses SQL, because TypeORM has no DELETE with LIMIT.
 */
const clearAway = `
  DELETE FROM shop.idempotency_keys k USING (
    SELECT l.token_id, l.key FROM shop.idempotency_keys l JOIN (
      SELECT $2::uuid AS token_id, $3::text AS key UNION (
        SELECT token_id, key FROM shop.idempotency_keys
        WHERE shop_id = $1 AND created_at <= least(now(), $4::timestamptz) - interval '${kept}' LIMIT 100)) due
      ON l.token_id = due.token_id AND l.key = due.key
    WHERE l.shop_id = $1 ORDER BY l.token_id, l.key FOR UPDATE OF l) old
  WHERE k.shop_id = $1 AND k.token_id = old.token_id AND k.key = old.key`;

async function keep(
  transaction: ShopTransaction,
  { shop_id, token_id, key, digest }: IdempotentRequest,
  answer: RenderedResponse,
): Promise<void> {
  await transaction.query({ text: clearAway, values: [shop_id, token_id, key, new Date()] });
  await transaction
    .repository(IdempotencyKey)
    .insert({ token_id, key, request_digest: digest, answer, created_at: transactionTime });
}
