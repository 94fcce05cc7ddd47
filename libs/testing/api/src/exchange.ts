import type { Response } from '@storewright/testing';

/** One request and its answer, as they went over the wire. */
export interface Exchange {
  method: string;
  /** Path and query as sent. */
  path: string;
  /** The body as sent; absent where none was. */
  body?: Buffer;
  response: Response;
}

/** The body of the request as JSON; undefined where it is none. */
export function sentDocument({ body }: Exchange): unknown {
  if (!body) return undefined;
  try {
    return JSON.parse(body.toString('utf8')) as unknown;
  } catch {
    return undefined;
  }
}

/** The names of the request's query parameters, decoded where they can be, and as sent. */
export function sentParameters({ path }: Exchange): Set<string> {
  const names = new Set<string>();
  for (const pair of (path.split('?', 2)[1] ?? '').split('&')) {
    const name = pair.split('=', 1)[0]!;
    names.add(name).add(pair);
    try {
      names.add(decodeURIComponent(name.replaceAll('+', ' ')));
    } catch {
      // As sent is all there is.
    }
  }
  return names;
}

/** The value that a JSON pointer (RFC 6901) names, or undefined where it names none. */
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
