import type { Readable } from 'node:stream';
import type { ListQuery, ObjectQuery } from './list-query';
import { collectionMediaType, cursorPagination, mediaType } from './media-type';
import type { Page } from './page';
import { writeQueryString } from './query-string';
import { documentEtag, etagOf, type Resource, type Row } from './resource';

/** What an answer has to know of its request: `http://host:port`, and path with query as sent. */
export interface Address {
  origin: string;
  path: string;
}

/** A handler's answer; the interceptor turns it into a document with its headers. */
export interface RenderedResponse {
  status?: number;
  headers: Record<string, string | string[]>;
  /** The document as JSON text; none for 204. */
  body?: string;
  /** In its place: an answer that is made while it is sent. */
  stream?: Readable;
  /** In its place: bytes that are no text. */
  bytes?: Buffer;
}

export type Render = (address: Address) => RenderedResponse;

export const version = '"jsonapi":{"version":"1.1"}';
export const collectionVersion = `"jsonapi":{"version":"1.1","profile":["${cursorPagination}"]}`;

/** What is included with the primary data (`include`): each once, and none of the primary data. */
export type IncludedResources = readonly { resource: Resource; row: Row }[];

/** The member `included`; none where nothing was asked for and nothing is there. */
function includedMember(included: IncludedResources | undefined, query: ObjectQuery, origin: string): string {
  if (!query.included && !included?.length) return '';
  const objects = (included ?? []).map(({ resource, row }) =>
    resource.render(row, origin, query.otherFields?.get(resource.type)),
  );
  return `,"included":[${objects.join()}]`;
}

/** One resource object as primary data, with an ETag of all that is shown where the resource has versions. */
export function resourceDocument(
  resource: Resource,
  row: Row,
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

/** The same answer with an ETag of what it says, for a resource whose versions nobody counts. */
export function withBodyEtag(render: Render): Render {
  return (address) => {
    const answer = render(address);
    return { ...answer, headers: { ...answer.headers, etag: documentEtag('""', answer.body ?? '') } };
  };
}

/** A path and query as Node read them, without the characters that a URI cannot hold (RFC 3986 §2), such as square brackets. */
export function asUri(path: string): string {
  return path.replace(
    /[^\w.~!$&'()*+,;=:@/?%-]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
  );
}

/** 201 with the new resource; `Location` is its self link (JSON:API "Creating Resources"). */
export function created(
  resource: Resource,
  row: Row,
  query: ObjectQuery,
  more?: { included?: IncludedResources; meta?: object },
): Render {
  return (address) => {
    const path = resource.pathOf(row);
    const answer = resourceDocument(resource, row, query, more)({ origin: address.origin, path });
    return { ...answer, status: 201, headers: { ...answer.headers, location: address.origin + path } };
  };
}

/** A page of a collection, with the links of the cursor-pagination profile. */
export function collectionDocument(
  resource: Resource,
  page: Page,
  query: ListQuery,
  included?: IncludedResources,
): Render {
  return ({ origin, path }) => {
    const collection = origin + path.split('?', 1)[0]!;
    const link = (name: string, place: string | null) =>
      `"${name}":${place === null ? 'null' : JSON.stringify(collection + place)}`;
    const self = { href: collection + writeQueryString(query.parameters), type: collectionMediaType };
    // Put together once, when it is sent: `join` would copy each text before.
    let data = '';
    for (const row of page.rows)
      data += (data === '' ? '' : ',') + resource.render(row, origin, query.fields);
    return {
      headers: { 'content-type': collectionMediaType },
      body:
        `{${collectionVersion},"links":{"self":${JSON.stringify(self)},${link('first', page.first)},${link('prev', page.prev)},${link('next', page.next)}},"data":[${data}]` +
        includedMember(included, query, origin) +
        `${pageMeta(page)}}`,
    };
  };
}

/** The member `meta` of a page, with the comma before it; empty where there is nothing to say. */
export function pageMeta({ total, partial, meta }: Page): string {
  const hasPage = total !== undefined || partial;
  if (!hasPage && !meta) return '';
  return `,"meta":${JSON.stringify({ ...(hasPage && { page: { total, partial } }), ...meta })}`;
}

/** A document without primary data: the index of an API, or a list of declarations. */
export function document(members: Record<string, unknown>): Render {
  return () => ({
    headers: { 'content-type': mediaType },
    body: `{${version},${JSON.stringify(members).slice(1)}`,
  });
}

/** The same answer with further headers. */
export function withHeaders(render: Render, headers: Record<string, string | string[]>): Render {
  return (address) => {
    const answer = render(address);
    return { ...answer, headers: { ...answer.headers, ...headers } };
  };
}

/** 204: done, and nothing to say (JSON:API "Deleting Resources"). */
export function noContent(): Render {
  return () => ({ status: 204, headers: {} });
}
