import type { Document, NewResource } from './documents';
import { noAnswer, Problem, problemOf } from './problem';

export const mediaType = 'application/vnd.api+json';

/**
 * Timeouts in milliseconds for a whole response. Writes get more time, because an abandoned write can still
 * happen.
 */
export const limitsMs = { read: 10_000, write: 30_000 } as const;

export type Query = Record<string, string | number | undefined>;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  query?: Query;
  /** Resource object of the write. */
  data?: NewResource;
  /**
   * Body to send instead of `data`: a document as text, which keeps the digits of numbers, or a file with its
   * type in the headers.
   */
  body?: string | Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** A response with its headers. A conditional change requires the header `ETag`. */
export interface Answer<D> {
  document: D;
  headers: Headers;
}

/**
 * Sends one request to the panel's own origin. Returns the JSON:API document of the response, or `undefined`
 * if there is none, for example after a DELETE. Throws a `Problem`.
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
 * Runs a request with a time limit. Throws `noAnswer` at the limit, so that a hanging service is handled like
 * an unreachable one. `given` is the caller's own abort signal.
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

/** Builds a path with its query. Appends `query` to a query that the path already has. */
export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  if (given.length === 0) return path;
  const parameters = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${path}${path.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}

/**
 * Returns the path of a link. Services return links with their public origin, but the panel requests the same
 * path on its own origin.
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
