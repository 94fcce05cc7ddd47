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
import type { Recording } from './recording';
import { readRetryAfter, retryDelay } from './retries';

/** The subset of `fetch` that the SDK needs. */
export type Fetch = (url: string, init: FetchOptions) => Promise<Response>;

export interface FetchOptions {
  method: string;
  headers: Record<string, string>;
  body?: string;
  signal: AbortSignal;
  redirect: 'manual';
}

export interface TransportOptions {
  /** Replaces the global `fetch`, for example to use a proxy. */
  fetch?: Fetch;
  /**
   * Timeout in milliseconds for one attempt to send a request, including the response body. Defaults to
   * 30,000.
   */
  timeoutMs?: number;
  /** Maximum number of retries after a temporary failure. Defaults to 3. 0 disables retries. */
  maxRetries?: number;
  /** Maximum delay in seconds that the client accepts from `Retry-After`. Defaults to 60. */
  maxRetryAfter?: number;
  /** Maximum size of a response in bytes. Defaults to 32 MiB. */
  maxResponseBytes?: number;
  /** Records the names of the API that the app uses (docs/guides/app-contracts.md). */
  contract?: Recording | undefined;
}

/** Options of every SDK method that sends a request. */
export interface RequestOptions {
  /** Aborts the request and its retries. */
  signal?: AbortSignal;
  /** Timeout in milliseconds for this request. Defaults to the timeout of the client. */
  timeoutMs?: number;
  /** Request id with up to 64 letters, digits, `.`, `_` and `-`. Errors and the operator's log contain it. */
  requestId?: string | undefined;
}

export interface ApiRequest extends RequestOptions {
  method: string;
  path: string;
  /** Path for error messages. Set it if the real path contains a secret. */
  shownAs?: string;
  headers?: Record<string, string | undefined>;
  body?: unknown;
  /**
   * True if a repeated request has no further effect, such as a POST with an idempotency key. Defaults to
   * true for GET and HEAD.
   */
  repeatable?: boolean;
}

export interface Answer {
  status: number;
  headers: Headers;
  /** Parsed JSON:API document of the response. undefined for an empty response. */
  document: unknown;
  rateLimit: RateLimit | undefined;
}

export const mediaType = 'application/vnd.api+json';

/** Sends the requests of one API client with its headers, timeouts and retries. */
export class Transport {
  /** Rate limit in the last response. undefined before the first response and without a rate limit. */
  rateLimit: RateLimit | undefined;
  private readonly fetch: Fetch;
  private readonly base: string;

  constructor(
    baseUrl: string,
    private readonly options: TransportOptions,
    private readonly headers: () => Promise<Record<string, string>>,
    /** Clock and random numbers, which tests replace. */
    private readonly time = { pause, random: Math.random, now: Date.now },
  ) {
    const url = checkedBase(baseUrl);
    this.base = url.origin + withoutSlashes(url.pathname);
    this.fetch = options.fetch ?? localhostFetch(url) ?? ((address, init) => globalThis.fetch(address, init));
  }

  get contract(): Recording | undefined {
    return this.options.contract;
  }

  async send(request: ApiRequest): Promise<Answer> {
    checkPath(request.path);
    const repeatable = request.repeatable ?? ['GET', 'HEAD'].includes(request.method);
    for (let attempt = 0; ; attempt += 1) {
      try {
        const answer = await this.attempt(request);
        this.record(request, answer.document);
        return answer;
      } catch (error) {
        await this.untilNext(error, { attempt, repeatable }, request.signal);
      }
    }
  }

  /**
   * Waits before the next attempt to send a request. Throws the error if the request must not be retried.
   * `attempt` starts at 0.
   */
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

  /** Waits `ms` milliseconds before a retry. Throws if the signal is aborted during the wait. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
    return this.time.pause(ms, signal);
  }

  /**
   * Yields the lines of a response. Sends the request without retries. The timeout restarts when a chunk of
   * the response arrives.
   */
  async *lines(request: ApiRequest): AsyncGenerator<string, void, undefined> {
    const [attempt, asked] = this.begin(request);
    try {
      const { body } = await attempt.part(() => this.opened(request, asked, attempt.signal));
      this.record(request);
      if (body) yield* linesOf(body, (read) => attempt.part(read));
    } finally {
      attempt.end();
    }
  }

  private record(request: ApiRequest, document?: unknown): void {
    this.contract?.request(request, document);
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

  /**
   * Sends the request and returns the response with an unread body. Throws if the API rejected the request.
   */
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
    // Uses the server's clock in the Date header if possible, because the local clock can be wrong.
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

/**
 * Matches a path with a dot segment, such as `/orders/..`. A URL parser would resolve the dot segment and
 * change the path.
 */
const dotSegment = /\/(?:\.|%2e){1,2}(?:[/?#]|$)/i;

/** Throws for a request path with a dot segment, such as the id `..`. */
function checkPath(path: string): void {
  if (!dotSegment.test(path.split('?', 1)[0]!)) return;
  throw new StorewrightError(
    `${path} contains a path segment "." or "..", which would change the path. Use the id of a resource.`,
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
    throw new TypeError(
      'The API URL is invalid. It must start with http:// or https:// and contain no user name and no query.',
    );
  return url;
}

/**
 * Parses the JSON:API document in a response. Throws ApiError for an errors document, and
 * UnexpectedResponseError if the response is no JSON:API document.
 */
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
    `${method} ${url} was answered ${status} with ${mediaTypeOf(response)}, which is no ` +
      `${wanted}: is this the address of an API of Storewright?`,
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

/** Resolves after `ms` milliseconds. Throws the signal's reason when the signal is aborted. */
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
