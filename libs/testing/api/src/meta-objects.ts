import { randomUUID } from 'node:crypto';
import type { HttpClient, Response } from '@storewright/testing';

/**
 * Returns the document of a new meta object. The test passes the attributes that matter, and the others have
 * defaults.
 */
export function newMeta(attributes: object = {}, more: object = {}): object {
  return {
    data: { type: 'meta', attributes: { resource_type: 'orders', resource_id: '1', ...attributes }, ...more },
  };
}

/** Returns the document of a change of a meta object. */
export function changedMeta(id: string, attributes: object): object {
  return { data: { type: 'meta', id, attributes } };
}

export interface MetaObject {
  id: string;
  path: string;
  etag: string;
  response: Response;
}

/** Creates a meta object over the API. */
export async function aMeta(http: HttpClient, attributes: object = {}): Promise<MetaObject> {
  const response = await http.post('/api/meta', newMeta(attributes));
  if (response.status !== 201)
    throw new Error(`not created: ${response.status} ${response.text.slice(0, 500)}`);
  const id = response.body.data.id as string;
  return { id, path: `/api/meta/${id}`, etag: response.headers['etag']!, response };
}

/**
 * Returns a resource type that no other test of the file uses, so that a list contains only objects of this
 * test.
 */
export function aResourceType(): string {
  return `type-${randomUUID()}`;
}

/** Returns the codes of an error document. */
export function codesOf({ body }: Response): string[] {
  return ((body?.errors ?? []) as { code: string }[]).map(({ code }) => code);
}

export function idsOf({ body }: Response): string[] {
  return (body.data as { id: string }[]).map(({ id }) => id);
}

/** Returns the path and query of a link, or undefined for null. */
export function pathOf(link: string | { href: string } | null): string | undefined {
  if (link === null) return undefined;
  const { pathname, search } = new URL(typeof link === 'string' ? link : link.href);
  return pathname + search;
}

/** Encodes the parameters as a query string. */
export function query(parameters: Record<string, string | number | boolean | object>): string {
  return Object.entries(parameters)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : value)}`,
    )
    .join('&');
}
