import { mediaType } from './request';
import { askShop } from './shop-api';
import type { StoreObject } from './store';

export interface Change {
  object: StoreObject;
  attributes: object;
}

const atomicMediaType = `${mediaType}; ext="https://jsonapi.org/ext/atomic"`;

/**
 * Updates all objects or none. Fails if an object has changed since the panel loaded it
 * (docs/adr/atomic-operations.md). `key` is the Idempotency-Key, which must be the same for every retry.
 */
export async function changeTogether(shopId: string, changes: readonly Change[], key: string): Promise<void> {
  const operations = changes.map(({ object: { type, id, meta }, attributes }) => ({
    op: 'update',
    ref: { type, id },
    data: { type, id, attributes },
    meta: { version: meta!.version },
  }));
  await askShop(shopId, '/api/operations', {
    method: 'POST',
    headers: { 'content-type': atomicMediaType, 'idempotency-key': key },
    body: JSON.stringify({ 'atomic:operations': operations }),
  });
}
