import type { ErrorCode, ErrorMeta } from './error-codes';
import type { RateLimit } from './rate-limit';

/** One error of a JSON:API errors document. */
export interface ApiErrorObject<Code extends string = string> {
  /** Request id, by which the operator finds the request in the log. */
  id: string;
  status: string;
  code: Code;
  title: string;
  /** Explanation for people. The text may change. */
  detail: string;
  links?: { about?: string };
  source?: { pointer?: string; parameter?: string; header?: string };
  meta?: Code extends keyof ErrorMeta ? ErrorMeta[Code] : Record<string, unknown>;
}

/** Method, URL and id of a request, without secrets. */
export interface Asked {
  method: string;
  /** URL of the request without its query, which may contain personal data. */
  url: string;
  /**
   * `X-Request-Id` of the response, by which the operator finds the request. Without a response, the id that
   * you passed.
   */
  requestId: string | undefined;
}

/** Base class of all errors that the SDK throws. */
export class StorewrightError extends Error {
  override name = 'StorewrightError';
}

/**
 * The event log started a new epoch, so sequence numbers are assigned again. Read the resources again, then
 * follow the log from `events.end()`.
 */
export class NewEpochError extends StorewrightError {
  override name = 'NewEpochError';

  constructor(
    /** Epoch that the event log has now. */
    readonly epoch: number,
    /** Epoch that the client followed until now. */
    readonly followed: number,
  ) {
    super(
      `The event log is in epoch ${epoch}, but the client followed epoch ${followed}. Read the ` +
        'resources again, then follow the log from its new end.',
    );
  }
}

/** Base class of failed requests. `asked` describes the request. */
export class RequestError extends StorewrightError {
  override name = 'RequestError';
  /**
   * `X-Request-Id` of the response, by which the operator finds the request. Without a response, the id that
   * you passed.
   */
  readonly requestId: string | undefined;

  constructor(
    message: string,
    readonly asked: Asked,
    options?: ErrorOptions,
  ) {
    super(`${message}${asked.requestId ? ` (request ${asked.requestId})` : ''}`, options);
    this.requestId = asked.requestId;
  }
}

/** The network failed before a response. The request may have reached the server. */
export class ConnectionError extends RequestError {
  override name = 'ConnectionError';
}

/** The response did not arrive within the timeout. The request may have reached the server. */
export class TimeoutError extends RequestError {
  override name = 'TimeoutError';
}

/** Data that every response contains. */
export interface Answered extends Asked {
  status: number;
  /** Delay in seconds that the server requests before a retry. */
  retryAfter: number | undefined;
  /** State of the token's rate limit, or of the limit that was exceeded. */
  rateLimit: RateLimit | undefined;
}

abstract class AnsweredError extends RequestError {
  readonly status: number;
  /** Delay in seconds that the server requests before a retry. */
  readonly retryAfter: number | undefined;
  /** State of the token's rate limit, or of the limit that was exceeded. */
  readonly rateLimit: RateLimit | undefined;

  constructor(message: string, { status, retryAfter, rateLimit, ...asked }: Answered) {
    super(message, asked);
    this.status = status;
    this.rateLimit = rateLimit;
    this.retryAfter = retryAfter;
  }
}

/** The response is not a JSON:API document, for example a proxy's error page or a redirect. */
export class UnexpectedResponseError extends AnsweredError {
  override name = 'UnexpectedResponseError';
}

/** The response is larger than `maxResponseBytes`. The rest was not read. */
export class ResponseTooLargeError extends AnsweredError {
  override name = 'ResponseTooLargeError';
}

/**
 * The API rejected the request. Distinguish the errors by `code`: `if (isApiError(error,
 * 'illegal_transition')) error.meta.allowed`.
 */
export class ApiError<Code extends string = ErrorCode | (string & {})> extends AnsweredError {
  override name = 'ApiError';
  /** Code of the first error in the response. */
  readonly code: Code;
  /** Member `meta` of the first error in the response. */
  readonly meta: Code extends keyof ErrorMeta ? ErrorMeta[Code] : Record<string, unknown>;
  /** All errors of the response. */
  readonly errors: readonly ApiErrorObject[];

  constructor(errors: readonly ApiErrorObject<Code>[], answered: Answered) {
    const said = errors.map(({ code, detail, source }) => `${code}${whereIn(source)}: ${detail}`).join(' ');
    super(`${answered.method} ${answered.url} was answered ${answered.status} ${said}`, answered);
    const [first] = errors;
    this.code = first!.code;
    this.meta = (first!.meta ?? {}) as ApiError<Code>['meta'];
    this.errors = errors;
  }
}

function whereIn(source: ApiErrorObject['source']): string {
  const place = source?.pointer ?? source?.parameter ?? source?.header;
  return place ? ` at ${place}` : '';
}

/** True for an error of the API, optionally only with this code. */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Code extends ErrorCode>(error: unknown, code: Code): error is ApiError<Code>;
export function isApiError(error: unknown, code?: string): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
