import type { Readable } from 'node:stream';
import type { Page } from '@storewright/pages';
import type { ListQuery, ObjectQuery } from './list-query';
import { collectionMediaType, cursorPagination, mediaType } from './media-type';
import { pageLinks } from './page';
import { writeQueryString } from './query-string';
import { documentEtag, etagOf } from './resource';
import type { Resource, DocumentRow } from './types';

/** Origin (`http://host:port`) of the request, and its path with the query string, not decoded. */
export interface Address {
  origin: string;
  path: string;
}

/** Response of a route handler. `sendResponse` adds the standard headers. */
export interface RenderedResponse {
  status?: number;
  headers: Record<string, string | string[]>;
  /** Text of the response body. `stream` or `bytes` replaces it. */
  body?: string;
  stream?: Readable;
  bytes?: Buffer;
}

export type Render = (address: Address) => RenderedResponse;

export const version = '"jsonapi":{"version":"1.1"}';
export const collectionVersion = `"jsonapi":{"version":"1.1","profile":["${cursorPagination}"]}`;

/**
 * Resource objects in the member `included` of a document. Contains no duplicates and no objects that are
 * primary data.
 */
export type IncludedResources = readonly { resource: Resource; row: DocumentRow }[];

function includedMember(included: IncludedResources | undefined, query: ObjectQuery, origin: string): string {
  if (!query.included && !included?.length) return '';
  const objects = (included ?? []).map(({ resource, row }) =>
    resource.render(row, origin, query.otherFields?.get(resource.type)),
  );
  return `,"included":[${objects.join()}]`;
}

/**
 * Renders a document with one resource object as primary data. The response has an ETag if the resource is
 * versioned.
 */
export function resourceDocument(
  resource: Resource,
  row: DocumentRow,
  query: ObjectQuery,
  more?: { included?: IncludedResources; meta?: object },
): Render {
  return ({ origin, path }) => {
    const headers: Record<string, string> = { 'content-type': mediaType };
    const body =
      `{${version},"links":{"self":${JSON.stringify(origin + asUri(path))}},"data":${resource.render(row, origin, query.fields)}` +
      includedMember(more?.included, query, origin) +
      (more?.meta ? `,"meta":${JSON.stringify(more.meta)}}` : '}');
    if (resource.versioned) {
      const etag = etagOf(row, resource.volatile);
      const isAlone = !query.included && path.split('?', 1)[0] === resource.pathOf(row);
      headers['etag'] = isAlone ? etag : documentEtag(etag, body);
    }
    return { headers, body };
  };
}

/** Adds the digest of the response body as ETag. Used for resources without a version. */
export function withBodyEtag(render: Render): Render {
  return (address) => {
    const answer = render(address);
    return { ...answer, headers: { ...answer.headers, etag: documentEtag('""', answer.body ?? '') } };
  };
}

/** Percent-encodes characters that are invalid in a URI (RFC 3986 §2), such as square brackets. */
export function asUri(path: string): string {
  return path.replace(
    /[^\w.~!$&'()*+,;=:@/?%-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/**
 * Renders a 201 response with the new resource and its URL in the `Location` header (JSON:API "Creating
 * Resources").
 */
export function created(
  resource: Resource,
  row: DocumentRow,
  query: ObjectQuery,
  more?: { included?: IncludedResources; meta?: object },
): Render {
  return (address) => {
    const path = resource.pathOf(row);
    const answer = resourceDocument(resource, row, query, more)({ origin: address.origin, path });
    return { ...answer, status: 201, headers: { ...answer.headers, location: address.origin + path } };
  };
}

export function collectionDocument(
  resource: Resource,
  page: Page,
  query: ListQuery,
  included?: IncludedResources,
): Render {
  return ({ origin, path }) => {
    const collection = origin + path.split('?', 1)[0]!;
    const { first, prev, next } = pageLinks(page, query);
    const link = (name: string, place: string | null) =>
      `"${name}":${place === null ? 'null' : JSON.stringify(collection + place)}`;
    const self = { href: collection + writeQueryString(query.parameters), type: collectionMediaType };
    // Concatenates strings, because `join` would copy all texts before the response is sent.
    let data = '';
    for (const row of page.rows)
      data += (data === '' ? '' : ',') + resource.render(row, origin, query.fields);
    return {
      headers: { 'content-type': collectionMediaType },
      body:
        `{${collectionVersion},"links":{"self":${JSON.stringify(self)},${link('first', first)},${link('prev', prev)},${link('next', next)}},"data":[${data}]` +
        includedMember(included, query, origin) +
        `${pageMeta(page)}}`,
    };
  };
}

/**
 * Renders the member `meta` of a list document with a leading comma. Returns an empty string if the page has
 * no meta.
 */
export function pageMeta({ total, end, meta }: Page): string {
  const partial = end === undefined ? undefined : true;
  const hasPage = total !== undefined || partial;
  if (!hasPage && !meta) return '';
  return `,"meta":${JSON.stringify({ ...(hasPage && { page: { total, partial } }), ...meta })}`;
}

export function document(members: Record<string, unknown>): Render {
  return () => ({
    headers: { 'content-type': mediaType },
    body: `{${version},${JSON.stringify(members).slice(1)}`,
  });
}

export function withHeaders(render: Render, headers: Record<string, string | string[]>): Render {
  return (address) => {
    const answer = render(address);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}

/** Renders a 204 response without a body (JSON:API "Deleting Resources"). */
export function noContent(): Render {
  return () => ({ status: 204, headers: {} });
}
