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
   * Text that tells the developer of the client what is wrong and what to send. The text is public: it must
   * not contain SQL, internals or secrets.
   */
  detail: string;
  source?: ErrorSource;
  meta?: Record<string, unknown>;
  /**
   * Replaces `detail` and `meta` for tokens with this scope, because it can contain values that other tokens
   * cannot read. Other tokens receive `detail` and the name of the scope.
   */
  disclosed?: DisclosedFields;
  /** URI of the error type, if a profile defines one. */
  type?: string;
  /** Response headers, such as WWW-Authenticate or Retry-After. */
  headers?: Record<string, string>;
  /** Original error. Only the log contains it. */
  cause?: unknown;
}

/**
 * An error that the contract lists (docs/contract.md §2). Code throws the error, and one filter turns it into
 * the error document.
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

/** All violations of one request, thrown together. */
export class ApiErrors extends Error {
  constructor(readonly errors: readonly ApiError[]) {
    super(errors.map(({ message }) => message).join(' '));
  }
  /**
   * Returns the common status of all errors, or the most general status that covers them (JSON:API,
   * "Processing Errors").
   */
  get status(): number {
    const statuses = new Set(this.errors.map(({ status }) => status));
    return statuses.size === 1 ? this.errors[0]!.status : Math.max(...statuses) >= 500 ? 500 : 400;
  }
}

/**
 * Maximum number of reported violations, which limits the size of the response. A body of 1 MiB could contain
 * 100,000 violations.
 */
export const MAX_VIOLATIONS = 100;

/** Collects violations and reports up to MAX_VIOLATIONS of them together. */
export class Violations {
  readonly errors: ApiError[] = [];
  /** True if further violations would not be reported. The caller can then stop checking. */
  get isFull(): boolean {
    return this.errors.length >= MAX_VIOLATIONS;
  }
  add(code: ErrorCode, fields: ErrorFields): void {
    // Creates an error only if it will be reported, because an error captures a stack, which is expensive.
    if (!this.isFull) this.addError(new ApiError(code, fields));
  }
  addError(error: ApiError): void {
    if (!this.isFull) this.errors.push(error);
  }
  /** Throws the collected violations if there are any. */
  throwIfAny(): void {
    if (this.errors.length === 1) throw this.errors[0]!;
    if (this.errors.length > 1) throw new ApiErrors(this.errors);
  }
}

/** Creates the 404 for a missing row. Rows of other shops look the same (docs/contract.md §2). */
export function notFound(type: string, id: string): ApiError {
  return new ApiError('not_found', { detail: `No ${type} object has the id "${shown(id)}".` });
}

/** Shortens client input for use in a message. */
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
