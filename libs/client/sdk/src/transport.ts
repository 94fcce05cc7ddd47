import { Attempt } from './attempt';
import {
  ApiError,
  type ApiErrorObject,
  type Answered,
  type Asked,
  ResponseTooLargeError,
  StorewrightError,
  UnexpectedResponseError,
} from './errors';
import { localhostFetch } from './localhost-fetch';
import { linesOf, readText } from './read-body';
import { type RateLimit, readRateLimit } from './rate-limit';
import { readRetryAfter, retryDelay } from './retries';

/** As much of `fetch` as is used; the global one is one. */
export type Fetch = (url: string, init: FetchOptions) => Promise<Response>;

export interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  redirect: 'manual';
}

export interface TransportOptions {
  /** Another `fetch`, such as one that goes through a proxy. */
  fetch?: Fetch;
  /** For one attempt, its answer included; ms. 30,000 where absent. */
  timeoutMs?: number;
  /** How often a request that failed in passing is sent again; 3 where absent, 0: never. */
  maxRetries?: number;
  /** A server that asks to wait longer is not waited for; seconds. 60 where absent. */
  maxRetryAfter?: number;
  /** An answer that is larger is not read; 32 MiB where absent. */
  maxResponseBytes?: number;
}

/** What each method takes beside what it is about. */
export interface RequestOptions {
  /** Ends the request, and the waiting for its next attempt. */
  signal?: AbortSignal;
  /** In place of that of the client; ms. */
  timeoutMs?: number;
  /** An id of your own for it, of at most 64 letters, digits, `.`, `_` and `-`: in errors and in the operator's log. */
  requestId?: string | undefined;
}

export interface ApiRequest extends RequestOptions {
  method: string;
  /** With its query. */
  path: string;
  /** In errors in place of a path that is secret. */
  shownAs?: string;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  /** May be done twice with one effect though its method does not say so. */
  repeatable?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** undefined of 204. */
  document: unknown;
  /** What is left of the limit of the token; undefined where it has none. */
  rateLimit: RateLimit | undefined;
}

export const mediaType = 'application/vnd.api+json';

/** Requests of one client: its headers, time limits, attempts. */
export class Transport {
  /** As the last answer told it; undefined before the first, and where there is no limit. */
  rateLimit: RateLimit | undefined;
  private readonly fetch: Fetch;
  private readonly base: string;

  constructor(
    baseUrl: string,
    private readonly options: TransportOptions,
    private readonly headers: () => Promise<Record<string, string>>,
    /** Given by specs, for whom no time passes. */
    private readonly time = { pause, random: Math.random, now: Date.now },
  ) {
    const url = checkedBase(baseUrl);
    this.base = url.origin + withoutSlashes(url.pathname);
    this.fetch = options.fetch ?? localhostFetch(url) ?? ((address, init) => globalThis.fetch(address, init));
  }

  async send(request: ApiRequest): Promise<Answer> {
    checkPath(request.path);
    const repeatable = request.repeatable ?? ['GET', 'HEAD'].includes(request.method);
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.attempt(request);
      } catch (error) {
        await this.untilNext(error, { attempt, repeatable }, request.signal);
      }
    }
  }

  /** Waits as long as the next attempt is to wait after this failure of one (from 0); throws it where there is none. */
  async untilNext(
    error: unknown,
    failed: { attempt: number; repeatable: boolean },
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { maxRetries = 3, maxRetryAfter = 60 } = this.options;
    const delay = retryDelay(error, failed, { maxRetries, maxRetryAfter, random: this.time.random });
    if (delay === undefined) throw error;
    await this.time.pause(delay, signal);
  }

  /** The lines of an answer as they come, of one attempt. Its beginning has the time of an attempt, and so has each piece of it. */
  async *lines(request: ApiRequest): AsyncGenerator<string, void, undefined> {
    const [attempt, asked] = this.begin(request);
    try {
      const { body } = await attempt.part(() => this.opened(request, asked, attempt.signal));
      if (body) yield* linesOf(body, (read) => attempt.part(read));
    } finally {
      attempt.end();
    }
  }

  private begin({
    method,
    path,
    shownAs = path,
    signal,
    timeoutMs,
    requestId,
  }: ApiRequest): [Attempt, Asked] {
    const asked = { method, url: (this.base + shownAs).split('?', 1)[0]!, requestId };
    return [new Attempt(asked, timeoutMs ?? this.options.timeoutMs ?? 30_000, signal), asked];
  }

  private async attempt(request: ApiRequest): Promise<Answer> {
    const [attempt, asked] = this.begin(request);
    try {
      return await attempt.part(async () => {
        const response = await this.fetched(request, attempt.signal);
        return this.read(response, this.answered(response, asked));
      });
    } finally {
      attempt.end();
    }
  }

  /** An answer whose body is not read yet; throws where it is a refusal. */
  private async opened(request: ApiRequest, asked: Asked, signal: AbortSignal): Promise<Response> {
    const response = await this.fetched(request, signal);
    const answered = this.answered(response, asked);
    if (response.ok && mediaTypeOf(response).startsWith(String(request.headers?.['accept']))) return response;
    await this.read(response, answered);
    throw unexpected(response, answered, String(request.headers?.['accept']));
  }

  private async fetched(
    { method, path, headers, body, requestId }: ApiRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    const init: FetchOptions = {
      method,
      headers: await this.headersOf({ 'x-request-id': requestId, ...headers }, body !== undefined),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal,
      redirect: 'manual',
    };
    const { fetch } = this;
    return fetch(this.base + path, init);
  }

  private answered({ status, headers }: Response, asked: Asked): Answered {
    const requestId = headers.get('x-request-id') ?? asked.requestId;
    // The clock of who asks to wait, where it is told: ours may be another.
    const now = Date.parse(headers.get('date') ?? '') || this.time.now();
    const retryAfter = readRetryAfter(headers.get('retry-after'), now);
    const rateLimit = readRateLimit(headers);
    this.rateLimit = rateLimit;
    return { ...asked, status, requestId, retryAfter, rateLimit };
  }

  private async read(response: Response, answered: Answered): Promise<Answer> {
    const most = this.options.maxResponseBytes ?? 32 * 1024 * 1024;
    const { method, url, status, rateLimit } = answered;
    const text = await readText(response, most);
    if (text === undefined)
      throw new ResponseTooLargeError(`${method} ${url} was answered with more than ${most} bytes`, answered);
    return { status, headers: response.headers, document: documentOf(text, response, answered), rateLimit };
  }

  private async headersOf(given: ApiRequest['headers'], hasBody: boolean): Promise<Record<string, string>> {
    const all = {
      accept: mediaType,
      ...(hasBody && { 'content-type': mediaType }),
      ...(await this.headers()),
      ...given,
    };
    const present = Object.entries(all).filter(([, value]) => value !== undefined);
    return Object.fromEntries(present) as Record<string, string>;
  }
}

/** A segment that every URL parser resolves, so that the request would go to another address. */
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/** Throws for an id such as `..`. */
function checkPath(path: string): void {
  if (!dotSegment.test(path.split('?', 1)[0]!)) return;
  throw new StorewrightError(
    `${path} cannot be requested: "." and ".." in a path lead to another address. Use an id.`,
  );
}

function withoutSlashes(path: string): string {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
}

function checkedBase(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.search)
    throw new TypeError('An address of an API is http(s)://host, without a password and a query.');
  return url;
}

/** The document of the answer; throws where it is none, or an errors document. */
function documentOf(text: string, response: Response, answered: Answered): unknown {
  const { status } = response;
  const type = mediaTypeOf(response);
  const ok = status >= 200 && status < 300;
  if (text === '' && ok) return undefined;
  const document = /^application\/([\w.-]+\+)?json\b/i.test(type) ? parsed(text) : undefined;
  if (!document) throw unexpected(response, answered, 'JSON:API document');
  if (ok) return document;
  const { errors } = document as { errors?: ApiErrorObject[] };
  if (!errors?.[0]?.code)
    throw new UnexpectedResponseError(
      `${answered.method} ${answered.url} was answered ${status} without a code`,
      answered,
    );
  throw new ApiError(errors, answered);
}

function mediaTypeOf({ headers }: Response): string {
  return headers.get('content-type') ?? 'no content type';
}

function unexpected(response: Response, answered: Answered, wanted: string): UnexpectedResponseError {
  const { method, url, status } = answered;
  return new UnexpectedResponseError(
    `${method} ${url} was answered ${status} with ${mediaTypeOf(response)}, which is no ${wanted}: is this the address of an API of Storewright?`,
    answered,
  );
}

function parsed(text: string): object | undefined {
  try {
    const value = JSON.parse(text) as unknown;
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves after so many ms; throws the signal's reason at once where it is aborted. */
function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', aborted);
    };
    const aborted = () => {
      end();
      reject(signal!.reason as Error);
    };
    const timer = setTimeout(() => {
      end();
      resolve();
    }, ms);
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted);
  });
}
