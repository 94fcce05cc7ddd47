import type { ErrorCode, ErrorMeta } from './error-codes';
import type { RateLimit } from './rate-limit';

/** One error of an errors document (JSON:API). */
export interface ApiErrorObject<Code extends string = string> {
  /** Of the request: the operator finds it in the log. */
  id: string;
  status: string;
  code: Code;
  title: string;
  /** For people; it may change. */
  detail: string;
  links?: { about?: string };
  source?: { pointer?: string; parameter?: string; header?: string };
  meta?: Code extends keyof ErrorMeta ? ErrorMeta[Code] : Record<string, unknown>;
}

/** What was asked, without anything secret. */
export interface Asked {
  method: string;
  /** Without its query, which may hold what a shop's customers would not like in a log. */
  url: string;
  /** `X-Request-Id`: the operator finds the request by it. Without an answer it is known where you gave one. */
  requestId: string | undefined;
}

/** Everything that the SDK throws by itself. */
export class StorewrightError extends Error {
  override name = 'StorewrightError';
}

/** The log started a new epoch: its sequences are assigned again. Read the resources anew, then follow from `events.end()`. */
export class NewEpochError extends StorewrightError {
  override name = 'NewEpochError';

  constructor(
    /** Current epoch of the log. */
    readonly epoch: number,
    /** The epoch that was followed. */
    readonly followed: number,
  ) {
    super(
      `The event log is in epoch ${epoch}, after epoch ${followed}. Read the resources anew, then follow from the new end of the log.`,
    );
  }
}

/** A request that failed; `asked` says which. */
export class RequestError extends StorewrightError {
  override name = 'RequestError';
  /** `X-Request-Id`: the operator finds the request by it. Without an answer it is known where you gave one. */
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

/** The network failed before there was an answer. Whether the request has arrived is not known. */
export class ConnectionError extends RequestError {
  override name = 'ConnectionError';
}

/** There was no whole answer within the time limit. Whether the request has arrived is not known. */
export class TimeoutError extends RequestError {
  override name = 'TimeoutError';
}

/** What every answer says of itself. */
export interface Answered extends Asked {
  status: number;
  /** Seconds that the server asks to wait. */
  retryAfter: number | undefined;
  /** What is left of the token's limit, or the one that is used up. */
  rateLimit: RateLimit | undefined;
}

abstract class AnsweredError extends RequestError {
  readonly status: number;
  /** Seconds that the server asks to wait. */
  readonly retryAfter: number | undefined;
  /** What is left of the token's limit, or the one that is used up. */
  readonly rateLimit: RateLimit | undefined;

  constructor(message: string, { status, retryAfter, rateLimit, ...asked }: Answered) {
    super(message, asked);
    this.status = status;
    this.rateLimit = rateLimit;
    this.retryAfter = retryAfter;
  }
}

/** An answer that is no JSON:API document: a page of a proxy, a redirect, a wrong address. */
export class UnexpectedResponseError extends AnsweredError {
  override name = 'UnexpectedResponseError';
}

/** An answer that is larger than `maxResponseBytes`; the rest of it was not read. */
export class ResponseTooLargeError extends AnsweredError {
  override name = 'ResponseTooLargeError';
}

/** The API says no. Handle it by `code`: `if (isApiError(error, 'illegal_transition')) error.meta.allowed`. */
export class ApiError<Code extends string = ErrorCode | (string & {})> extends AnsweredError {
  override name = 'ApiError';
  /** Of the first error. */
  readonly code: Code;
  /** Of the first error. */
  readonly meta: Code extends keyof ErrorMeta ? ErrorMeta[Code] : Record<string, unknown>;
  /** All that is wrong with the request. */
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

/** Whether the API said no, with this code where one is given. */
export function isApiError(error: unknown): error is ApiError;
export function isApiError<Code extends ErrorCode>(error: unknown, code: Code): error is ApiError<Code>;
export function isApiError(error: unknown, code?: string): boolean {
  return error instanceof ApiError && (code === undefined || error.code === code);
}
