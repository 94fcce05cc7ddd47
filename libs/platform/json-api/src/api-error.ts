import type { Scope } from '@storewright/scopes';
import { type ErrorCode, errorCodes } from './error-codes';

/**
 * Location of the problem: an existing value in the document (RFC 6901 pointer), a query parameter or a
 * header.
 */
export type ErrorSource = { pointer: string } | { parameter: string } | { header: string };

export interface DisclosedFields {
  scope: Scope;
  detail: string;
  meta?: Record<string, unknown>;
}

export interface ErrorFields {
  /**
   * Tells the developer of the client what is wrong and what to send. Public: contains no SQL, internals or
   * secrets.
   */
  detail: string;
  source?: ErrorSource;
  meta?: Record<string, unknown>;
  /**
   * Replaces `detail` and `meta` for tokens with this scope. It can contain values that other tokens cannot
   * read; these tokens get `detail` and the name of the scope.
   */
  disclosed?: DisclosedFields;
  /** URI of the error type, if a profile defines one. */
  type?: string;
  /** Response headers, such as WWW-Authenticate or Retry-After. */
  headers?: Record<string, string>;
  /** For the log only. */
  cause?: unknown;
}

/**
 * An error of the contract's table (docs/contract.md §2). Code throws it where it makes the decision; one
 * filter creates the error document.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly title: string;
  readonly source?: ErrorSource;
  readonly meta?: Record<string, unknown>;
  readonly disclosed?: DisclosedFields;
  readonly type?: string;
  readonly headers?: Record<string, string>;

  constructor(
    readonly code: ErrorCode,
    { detail, cause, ...fields }: ErrorFields,
  ) {
    super(detail, { cause });
    const [status, title] = errorCodes[code];
    this.status = status;
    this.title = title;
    Object.assign(this, fields);
  }
}

/** All violations of one request. */
export class ApiErrors extends Error {
  constructor(readonly errors: readonly ApiError[]) {
    super(errors.map(({ message }) => message).join(' '));
  }
  /** The common status, or the most general one that covers all (JSON:API, "Processing Errors"). */
  get status(): number {
    const statuses = new Set(this.errors.map(({ status }) => status));
    return statuses.size === 1 ? this.errors[0]!.status : Math.max(...statuses) >= 500 ? 500 : 400;
  }
}

/** Limits the size of the response. A body of 1 MiB has room for 100,000 violations. */
export const MAX_VIOLATIONS = 100;

/** Collects violations, to report up to MAX_VIOLATIONS of them together. */
export class Violations {
  readonly errors: ApiError[] = [];
  /** True if further violations would not be reported, so further checks are unnecessary. */
  get isFull(): boolean {
    return this.errors.length >= MAX_VIOLATIONS;
  }
  add(code: ErrorCode, fields: ErrorFields): void {
    // Creating an error captures a stack, which is too expensive for a violation that is not reported.
    if (!this.isFull) this.addError(new ApiError(code, fields));
  }
  addError(error: ApiError): void {
    if (!this.isFull) this.errors.push(error);
  }
  /** Throws the violations, if any. */
  throwIfAny(): void {
    if (this.errors.length === 1) throw this.errors[0]!;
    if (this.errors.length > 1) throw new ApiErrors(this.errors);
  }
}

/** Missing rows and rows of other shops look the same (docs/contract.md §2). */
export function notFound(type: string, id: string): ApiError {
  return new ApiError('not_found', { detail: `No ${type} object has the id "${shown(id)}".` });
}

/** Client input, shortened for use in a message. */
export function shown(text: string): string {
  const characters = [...text.toWellFormed()];
  return characters.length > 80 ? characters.slice(0, 80).join('') + '…' : characters.join('');
}

/** Creates the 422 for an attribute of the primary resource. */
export function invalidAttribute(attribute: string, detail: string, disclosed?: DisclosedFields): ApiError {
  return new ApiError('invalid_attribute', {
    detail,
    source: { pointer: `/data/attributes/${attribute}` },
    meta: { attribute },
    ...(disclosed && { disclosed }),
  });
}
