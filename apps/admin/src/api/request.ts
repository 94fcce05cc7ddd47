import type { Document, NewResource } from './documents';
import { noAnswer, Problem, problemOf } from './problem';

export const mediaType = 'application/vnd.api+json';

/**
 * Timeouts in milliseconds for complete responses. Writes have a longer timeout, because a write can succeed after
 * the timeout.
 */
export const limitsMs = { read: 10_000, write: 30_000 } as const;

export type Query = Record<string, string | number | undefined>;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  query?: Query;
  data?: NewResource;
  /** Request body that replaces `data`: a file, or JSON text to preserve the digits of numbers. */
  body?: string | Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A response document with its headers, such as the ETag for conditional updates. */
export interface Answer<D> {
  document: D;
  headers: Headers;
}

/**
 * Sends a request to the panel's own origin. Returns the JSON:API document, or undefined for an empty response.
 * Throws `Problem` on failure.
 */
export async function send<D = Document<unknown>>(
  path: string,
  {
    method = 'GET',
    query,
    data,
    body = data && JSON.stringify({ data }),
    headers,
    signal,
  }: RequestOptions = {},
): Promise<Answer<D>> {
  const init: RequestInit = {
    method,
    headers: {
      accept: mediaType,
      ...(body === undefined ? {} : { 'content-type': mediaType }),
      ...headers,
    },
    credentials: 'same-origin',
    redirect: 'error',
    ...(body === undefined ? {} : { body }),
  };
  return within(method === 'GET' ? 'read' : 'write', signal, async (limited) => {
    const response = await reach(addressOf(path, query), { ...init, signal: limited });
    if (!response.ok) throw await problemOf(response);
    return {
      document: (response.status === 204 ? undefined : await response.json()) as D,
      headers: response.headers,
    };
  });
}

/**
 * Runs an API request with a timeout. Throws `noAnswer` at the timeout, so that a hanging service is handled
 * like an unreachable service. `given` is the caller's abort signal.
 */
async function within<T>(
  kind: keyof typeof limitsMs,
  given: AbortSignal | undefined,
  act: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), limitsMs[kind]);
  try {
    return await act(given ? AbortSignal.any([given, late.signal]) : late.signal);
  } catch (error) {
    if (late.signal.aborted && !given?.aborted) throw noAnswer(kind);
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** Appends query parameters to a path, which may contain a query already. */
export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  if (given.length === 0) return path;
  const parameters = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${path}${path.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}

/**
 * Returns the path and query of a link. The panel needs a path on its own origin, but services return links with
 * their public origin.
 */
export function pathOfLink(link: string): string {
  const { pathname, search } = new URL(link, 'http://localhost');
  return pathname + search;
}

async function reach(address: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(address, init);
  } catch (error) {
    if (init.signal?.aborted) throw error;
    throw new Problem(0);
  }
}
