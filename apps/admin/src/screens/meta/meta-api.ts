import type { Document, Page, Resource } from '../../api/documents';
import type { RequestOptions } from '../../api/request';
import { askShop, shopPage } from '../../api/shop-api';
import type { Data, Mode } from './changes';

export interface MetaAttributes {
  resource_type: string;
  resource_id: string;
  data: Data;
}

export type MetaObject = Resource<
  MetaAttributes,
  {
    created_at: string;
    updated_at: string;
    version: number;
  }
>;

/** An object in one of its versions. */
export interface Known {
  object: MetaObject;
  etag: string;
}

/** One request to the shop's API: what the panel sends, and what the curl line shows. */
export interface MetaRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** An ETag: otherwise 412. */
  ifMatch?: string;
  body?: string;
}

export function pathOfObject(id: string): string {
  return `/api/meta/${encodeURIComponent(id)}`;
}

/** `data`: JSON text. Its characters go out as they are, so that no digit of a number changes on the way. */
export function createRequest(
  attributes: Pick<MetaAttributes, 'resource_type' | 'resource_id'>,
  data: string,
): MetaRequest {
  const { resource_type, resource_id } = attributes;
  const named = `"resource_type":${JSON.stringify(resource_type)},"resource_id":${JSON.stringify(resource_id)}`;
  return {
    method: 'POST',
    path: '/api/meta',
    body: `{"data":{"type":"meta","attributes":{${named},"data":${data}}}}`,
  };
}

/** Holds only while the object is still in the version that was read: otherwise 412. */
export function changeRequest({ object, etag }: Known, data: string, mode: Mode): MetaRequest {
  const override = mode === 'replace' ? ',"override":true' : '';
  return {
    method: 'PATCH',
    path: pathOfObject(object.id),
    ifMatch: etag,
    body: `{"data":{"type":"meta","id":${JSON.stringify(object.id)},"attributes":{"data":${data}${override}}}}`,
  };
}

export function deleteRequest({ object, etag }: Known): MetaRequest {
  return { method: 'DELETE', path: pathOfObject(object.id), ifMatch: etag };
}

export function readRequest(id: string): MetaRequest {
  return { method: 'GET', path: pathOfObject(id) };
}

export function pageOfMeta(
  shopId: string,
  path: string,
  options: { signal: AbortSignal },
): Promise<Page<MetaObject>> {
  return shopPage<MetaObject>(shopId, path, options);
}

/** Sends one of the requests above; gives the object after it, where the answer has one. */
export async function sent(
  shopId: string,
  { method, path, ifMatch, body }: MetaRequest,
  { signal, headers }: Pick<RequestOptions, 'signal' | 'headers'> = {},
): Promise<Known | undefined> {
  const answer = await askShop<Document<MetaObject> | undefined>(shopId, path, {
    method,
    headers: { ...headers, ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }) },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  });
  return answer.document && { object: answer.document.data, etag: answer.headers.get('etag') ?? '' };
}
