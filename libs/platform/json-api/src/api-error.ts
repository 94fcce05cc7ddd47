import type { Scope } from '@storewright/scopes';
import { type ErrorCode, errorCodes } from './error-codes';

/**
 * Location of the problem in the request: a JSON pointer (RFC 6901) to an existing value, a query parameter or
 * a header.
 */
export type ErrorSource = { pointer: string } | { parameter: string } | { header: string };

export interface DisclosedFields {
  scope: Scope;
  detail: string;
  meta?: Record<string, unknown>;
}

export interface ErrorFields {
  /**
   * Message for the client developer: what is wrong and what to send. It is public, so it must not contain SQL,
   * internals or secrets.
   */
  detail: string;
  source?: ErrorSource;
  meta?: Record<string, unknown>;
  /**
   * `detail` and `meta` for tokens that have the scope `disclosed.scope`, because these texts can contain
   * values that only this scope may read. Other tokens receive the public `detail` and the name of the scope.
   */
  disclosed?: DisclosedFields;
  /** URI of the error type that a JSON:API profile defines. */
  type?: string;
  headers?: Record<string, string>;
  /** Original error. It is logged, but never sent to the client. */
  cause?: unknown;
}

/**
 * An error that the API contract lists (docs/contract.md §2). An exception filter renders it as a JSON:API
 * error document.
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

export class ApiErrors extends Error {
  constructor(readonly errors: readonly ApiError[]) {
    super(errors.map(({ message }) => message).join(' '));
  }
  /**
   * Returns the HTTP status that all errors have in common. Returns 400 or 500 if the statuses differ
   * (JSON:API, "Processing Errors").
   */
  get status(): number {
    const statuses = new Set(this.errors.map(({ status }) => status));
    return statuses.size === 1 ? this.errors[0]!.status : Math.max(...statuses) >= 500 ? 500 : 400;
  }
}

/**
 * Maximum number of violations in an error response. A request body of 1 MiB could contain 100,000 violations.
 */
export const MAX_VIOLATIONS = 100;

export class Violations {
  readonly errors: ApiError[] = [];
  get isFull(): boolean {
    return this.errors.length >= MAX_VIOLATIONS;
  }
  add(code: ErrorCode, fields: ErrorFields): void {
    // Creates no error if the list is full, because an error captures a stack trace, which is expensive.
    if (!this.isFull) this.addError(new ApiError(code, fields));
  }
  addError(error: ApiError): void {
    if (!this.isFull) this.errors.push(error);
  }
  throwIfAny(): void {
    if (this.errors.length === 1) throw this.errors[0]!;
    if (this.errors.length > 1) throw new ApiErrors(this.errors);
  }
}

/**
 * Creates the 404 for a row that does not exist. A row of a different shop causes the same error
 * (docs/contract.md §2).
 */
export function notFound(type: string, id: string): ApiError {
  return new ApiError('not_found', { detail: `No ${type} object has the id "${shown(id)}".` });
}

export function shown(text: string): string {
  const characters = [...text.toWellFormed()];
  return characters.length > 80 ? characters.slice(0, 80).join('') + '…' : characters.join('');
}

/** Creates a 422 error with a JSON pointer to an attribute of the primary resource. */
export function invalidAttribute(attribute: string, detail: string, disclosed?: DisclosedFields): ApiError {
  return new ApiError('invalid_attribute', {
    detail,
    source: { pointer: `/data/attributes/${attribute}` },
    meta: { attribute },
    ...(disclosed && { disclosed }),
  });
}
