import type { ErrorCode, ErrorMeta } from './error-codes';
import type { RateLimit } from './rate-limit';

/** One error of a JSON:API errors document. */
export interface ApiErrorObject<Code extends string = string> {
  /** Request id. The operator can find the request in the log by this id. */
  id: string;
  status: string;
  code: Code;
  title: string;
  /** Explanation for developers. The text can change. */
  detail: string;
  links?: { about?: string };
  source?: { pointer?: string; parameter?: string; header?: string };
  meta?: Code extends keyof ErrorMeta ? ErrorMeta[Code] : Record<string, unknown>;
}

export interface Asked {
  method: string;
  /** URL of the request without the query string, because the query string can contain personal data. */
  url: string;
  /**
   * Request id from the response header `X-Request-Id`, or the id that you passed if there was no response.
   */
  requestId: string | undefined;
}

/** Base class of all errors that the SDK throws. */
export class StorewrightError extends Error {
  override name = 'StorewrightError';
}

/**
 * Thrown if the shop's event log started a new epoch, in which sequence numbers are assigned again. Read all
 * resources again, then follow the event log from `events.end()`.
 */
export class NewEpochError extends StorewrightError {
  override name = 'NewEpochError';

  constructor(
    readonly epoch: number,
    /** The epoch of the event log that the client followed until the new epoch started. */
    readonly followed: number,
  ) {
    super(
      `The event log is in epoch ${epoch}, but the client followed epoch ${followed}. Read the ` +
        'resources again, then follow the log from its new end.',
    );
  }
}

/** Base class of errors about a failed request. */
export class RequestError extends StorewrightError {
  override name = 'RequestError';
  /**
   * Request id from the response header `X-Request-Id`, or the id that you passed if there was no response.
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

/** Thrown if the connection failed before a response arrived. The server may have processed the request. */
export class ConnectionError extends RequestError {
  override name = 'ConnectionError';
}

/** Thrown if the response did not arrive within the timeout. The server may have processed the request. */
export class TimeoutError extends RequestError {
  override name = 'TimeoutError';
}

export interface Answered extends Asked {
  status: number;
  /** Delay in seconds from the header `Retry-After`. */
  retryAfter: number | undefined;
  /** State of the token's rate limit, or of the rate limit that the request exceeded. */
  rateLimit: RateLimit | undefined;
}

abstract class AnsweredError extends RequestError {
  readonly status: number;
  /** Delay in seconds from the header `Retry-After`. */
  readonly retryAfter: number | undefined;
  /** State of the token's rate limit, or of the rate limit that the request exceeded. */
  readonly rateLimit: RateLimit | undefined;

  constructor(message: string, { status, retryAfter, rateLimit, ...asked }: Answered) {
    super(message, asked);
    this.status = status;
    this.rateLimit = rateLimit;
    this.retryAfter = retryAfter;
  }
}

/** Thrown if the response is not a JSON:API document, such as the error page of a proxy or a redirect. */
export class UnexpectedResponseError extends AnsweredError {
  override name = 'UnexpectedResponseError';
}

/**
 * Thrown if the response is larger than `maxResponseBytes`. The SDK does not read the rest of the response.
 */
export class ResponseTooLargeError extends AnsweredError {
  override name = 'ResponseTooLargeError';
}

/**
 * Thrown if the API rejected the request. Distinguish errors by code: `if (isApiError(error,
 * 'illegal_transition')) error.meta.allowed`.
 */
export class ApiError<Code extends string = ErrorCode | (string & {})> extends AnsweredError {
  override name = 'ApiError';
  /** Code of the first error in the response. */
  readonly code: Code;
  /** Member `meta` of the first error in the response. */
  readonly meta: Code extends keyof ErrorMeta ? ErrorMeta[Code] : Record<string, unknown>;
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

/** Returns true for an error of the API. With `code`, returns true only for this error code. */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Code extends ErrorCode>(error: unknown, code: Code): error is ApiError<Code>;
export function isApiError(error: unknown, code?: string): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
