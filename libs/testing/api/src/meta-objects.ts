import { randomUUID } from 'node:crypto';
import type { HttpClient, Response } from '@storewright/testing';

export function newMeta(attributes: object = {}, more: object = {}): object {
  return {
    data: { type: 'meta', attributes: { resource_type: 'orders', resource_id: '1', ...attributes }, ...more },
  };
}

export function changedMeta(id: string, attributes: object): object {
  return { data: { type: 'meta', id, attributes } };
}

export interface MetaObject {
  id: string;
  path: string;
  etag: string;
  response: Response;
}

export async function aMeta(http: HttpClient, attributes: object = {}): Promise<MetaObject> {
  const response = await http.post('/api/meta', newMeta(attributes));
  if (response.status !== 201)
    throw new Error(`not created: ${response.status} ${response.text.slice(0, 500)}`);
  const id = response.body.data.id as string;
  return { id, path: `/api/meta/${id}`, etag: response.headers['etag']!, response };
}

/**
 * Returns a resource type that is unique within the spec file, so that lists contain no objects of other
 * tests.
 */
export function aResourceType(): string {
  return `type-${randomUUID()}`;
}

export function codesOf({ body }: Response): string[] {
  return ((body?.errors ?? []) as { code: string }[]).map(({ code }) => code);
}

export function idsOf({ body }: Response): string[] {
  return (body.data as { id: string }[]).map(({ id }) => id);
}

export function pathOf(link: string | { href: string } | null): string | undefined {
  if (link === null) return undefined;
  const { pathname, search } = new URL(typeof link === 'string' ? link : link.href);
  return pathname + search;
}

export function query(parameters: Record<string, string | number | boolean | object>): string {
  return Object.entries(parameters)
    .map(
      ([name, value]) =>
        `${name}=${encodeURIComponent(typeof value === 'object' ? JSON.stringify(value) : value)}`,
    )
    .join('&');
}
