import type { Fetch, FetchOptions } from '../transport';

type Headers = Record<string, string>;
/** A response, or the error that fetch throws. */
export type Scripted = Error | { status?: number; headers?: Headers; body?: unknown };

export const jsonApi = { 'content-type': 'application/vnd.api+json', 'x-request-id': 'r-1' };

export const refusal = (status: number, code: string, headers: Headers = {}, meta?: object): Scripted => ({
  status,
  headers,
  body: {
    errors: [
      {
        id: 'r-1',
        status: String(status),
        code,
        title: code,
        detail: `The request failed with ${code}.`,
        meta,
      },
    ],
  },
});

/** Returns a fetch that returns these responses in order, and then repeats the last response. */
export function scriptedFetch(...script: Scripted[]) {
  const sent: ({ url: string } & FetchOptions)[] = [];
  const fetch: Fetch = (url, init) => {
    sent.push({ url, ...init });
    const next = script[Math.min(sent.length, script.length) - 1]!;
    if (next instanceof Error) return Promise.reject(next);
    const { status = 200, headers = {}, body } = next;
    const text = body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body);
    return Promise.resolve(new Response(text, { status, headers: { ...jsonApi, ...headers } }));
  };
  return { fetch, sent };
}

export function heldTime() {
  const waits: number[] = [];
  const pause = (ms: number, signal?: AbortSignal) => {
    signal?.throwIfAborted();
    waits.push(ms);
    return Promise.resolve();
  };
  return { waits, time: { pause, random: () => 0, now: () => Date.parse('2026-11-22T12:00:00Z') } };
}
