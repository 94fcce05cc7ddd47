import { randomUUID } from 'node:crypto';
import type { HttpClient, Response } from '@storewright/testing';

/** A document that makes a meta object; what the test is about is given, the rest is filled in. */
export function newMeta(attributes: object = {}, more: object = {}): object {
  return {
    data: { type: 'meta', attributes: { resource_type: 'orders', resource_id: '1', ...attributes }, ...more },
  };
}

/** A document that changes the meta object. */
export function changedMeta(id: string, attributes: object): object {
  return { data: { type: 'meta', id, attributes } };
}

export interface MetaObject {
  id: string;
  path: string;
  etag: string;
  response: Response;
}

/** A meta object made over the API. */
export async function aMeta(http: HttpClient, attributes: object = {}): Promise<MetaObject> {
  const response = await http.post('/api/meta', newMeta(attributes));
  if (response.status !== 201)
    throw new Error(`not created: ${response.status} ${response.text.slice(0, 500)}`);
  const id = response.body.data.id as string;
  return { id, path: `/api/meta/${id}`, etag: response.headers['etag']!, response };
}

/** A resource type that no other test of the file uses, so that a list shows this test's objects alone. */
export function aResourceType(): string {
  return `type-${randomUUID()}`;
}

/** The codes of an errors document. */
export function codesOf({ body }: Response): string[] {
  return ((body?.errors ?? []) as { code: string }[]).map(({ code }) => code);
}

export function idsOf({ body }: Response): string[] {
  return (body.data as { id: string }[]).map(({ id }) => id);
}

/** The path and query of a link, or undefined for null. */
export function pathOf(link: string | { href: string } | null): string | undefined {
  if (link === null) return undefined;
  const { pathname, search } = new URL(typeof link === 'string' ? link : link.href);
  return pathname + search;
}

/** The query string of these parameters, its values encoded. */
export function query(parameters: Record<string, string | number | boolean | object>): string {
  return Object.entries(parameters)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : value)}`,
    )
    .join('&');
}
