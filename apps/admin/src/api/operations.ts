import { mediaType } from './request';
import { askShop } from './shop-api';
import type { StoreObject } from './store';

/** What becomes of one object. */
export interface Change {
  object: StoreObject;
  attributes: object;
}

const atomicMediaType = `${mediaType}; ext="https://jsonapi.org/ext/atomic"`;

/** Changes all of them or none, each in the version that was read and in no other (docs/adr/atomic-operations.md). `key`: the same for each try. */
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
