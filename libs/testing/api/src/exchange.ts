import type { Response } from '@storewright/testing';

export interface Exchange {
  method: string;
  path: string;
  body?: Buffer;
  response: Response;
}

export function sentDocument({ body }: Exchange): unknown {
  if (!body) return undefined;
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** Returns the names of the query parameters of a request, both percent-encoded and decoded. */
export function sentParameters({ path }: Exchange): Set<string> {
  const names = new Set<string>();
  for (const pair of (path.split('?', 2)[1] ?? '').split('&')) {
    const name = pair.split('=', 1)[0]!;
    names.add(name).add(pair);
    try {
      names.add(decodeURIComponent(name.replaceAll('+', ' ')));
    } catch {
      // Keeps the raw name.
    }
  }
  return names;
}

export function resolvePointer(document: unknown, pointer: string): { value: unknown } | undefined {
  if (pointer === '') return document === undefined ? undefined : { value: document };
  if (!pointer.startsWith('/')) return undefined;
  let value = document;
  for (const step of pointer.slice(1).split('/')) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = (value as Record<string, unknown>)[name];
  }
  return { value };
}
