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

export interface Known {
  object: MetaObject;
  etag: string;
}

/** A request to the shop API. The panel sends the request or shows it as a curl command. */
export interface MetaRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  /** ETag of a conditional request, which fails with 412 if the object has a newer version. */
  ifMatch?: string;
  body?: string;
}

export function pathOfObject(id: string): string {
  return `/api/meta/${encodeURIComponent(id)}`;
}

/**
 * Returns the request that creates a meta object. The request contains the JSON text `data` unchanged, to preserve
 * the digits of numbers.
 */
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

/** Returns the request that updates a meta object. The request fails with 412 if the object has a newer version. */
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

/** Sends a request. Returns the object in the response, or undefined for an empty response. */
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
