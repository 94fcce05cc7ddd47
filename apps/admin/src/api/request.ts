import type { Document, NewResource } from './documents';
import { noAnswer, Problem, problemOf } from './problem';

export const mediaType = 'application/vnd.api+json';

/** How long the whole answer may take, in ms. A write has longer: what it began goes on without us. */
export const limitsMs = { read: 10_000, write: 30_000 } as const;

export type Query = Record<string, string | number | undefined>;

export interface RequestOptions {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  query?: Query;
  /** The resource object of a write. */
  data?: NewResource;
  /** In place of `data`, the document of a write as text: where numbers must go out with the digits that were typed. Or a file, whose type is in the headers. */
  body?: string | Blob;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

/** An answer with its headers: `ETag` is needed for a safe change. */
export interface Answer<D> {
  document: D;
  headers: Headers;
}

/**
 * Sends one request to the panel's own origin and reads the JSON:API document of the answer (`undefined` where there is none, as after a
 * DELETE). Throws a `Problem`.
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

/** Gives up where the answer is not there in time: a service that hangs looks like one that is away. `given`: whoever asked may give up before. */
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

/** The path of an address with its query; where the path has a query already, the two are joined. */
export function addressOf(path: string, query: Query = {}): string {
  const given = Object.entries(query).filter(
    (pair): pair is [string, string | number] => pair[1] !== undefined,
  );
  if (given.length === 0) return path;
  const parameters = given.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`);
  return `${path}${path.includes('?') ? '&' : '?'}${parameters.join('&')}`;
}

/** The services write links as their own clients see them; the panel asks for the same path on its own origin. */
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
