import type { Scope } from '@storewright/scopes';
import { type ErrorCode, errorCodes } from './error-codes';

/** Where the problem is: in the document (RFC 6901 pointer to a value that is there), the query or a header. */
export type ErrorSource = { pointer: string } | { parameter: string } | { header: string };

export interface DisclosedFields {
  scope: Scope;
  detail: string;
  meta?: Record<string, unknown>;
}

export interface ErrorFields {
  /** What to do about it, for the developer of the client. Public: never SQL, internals or secrets. */
  detail: string;
  source?: ErrorSource;
  meta?: Record<string, unknown>;
  /**
   * What a token with this scope is told in place of `detail` and `meta`: values of an object that the others may not read. These are told which rule
   * refuses, and then the scope.
   */
  disclosed?: DisclosedFields;
  /** A URI that identifies the kind of error beyond its code, as profiles ask for. */
  type?: string;
  /** Response headers that belong to the error, such as WWW-Authenticate or Retry-After. */
  headers?: Record<string, string>;
  /** For the log only. */
  cause?: unknown;
}

/** One error as the contract's table has it (docs/contract.md §2). Thrown where the decision is made; one filter makes the document. */
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

/** All violations of one request at once. */
export class ApiErrors extends Error {
  constructor(readonly errors: readonly ApiError[]) {
    super(errors.map(({ message }) => message).join(' '));
  }
  /** The status they share, or the most general one that covers them (JSON:API, "Processing Errors"). */
  get status(): number {
    const statuses = new Set(this.errors.map(({ status }) => status));
    return statuses.size === 1 ? this.errors[0]!.status : Math.max(...statuses) >= 500 ? 500 : 400;
  }
}

/** A body of 1 MiB has room for 100,000 mistakes; an answer that told each would be twenty times as large. */
export const MAX_VIOLATIONS = 100;

/** Collects violations so that they are reported together: all of them, up to a number that a person would read. */
export class Violations {
  readonly errors: ApiError[] = [];
  /** Whether nothing more would be told: what is left needs no looking at. */
  get isFull(): boolean {
    return this.errors.length >= MAX_VIOLATIONS;
  }
  add(code: ErrorCode, fields: ErrorFields): void {
    // An error has a stack, which is dear to make for one that is thrown away.
    if (!this.isFull) this.addError(new ApiError(code, fields));
  }
  addError(error: ApiError): void {
    if (!this.isFull) this.errors.push(error);
  }
  /** Throws what was collected; does nothing where there is nothing. */
  throwIfAny(): void {
    if (this.errors.length === 1) throw this.errors[0]!;
    if (this.errors.length > 1) throw new ApiErrors(this.errors);
  }
}

/** Missing and not yours look the same (docs/contract.md §2). */
export function notFound(type: string, id: string): ApiError {
  return new ApiError('not_found', { detail: `There is no ${type} object with the id "${shown(id)}".` });
}

/** What a client sent, cut so that it can be repeated in a message. */
export function shown(text: string): string {
  const characters = [...text.toWellFormed()];
  return characters.length > 80 ? characters.slice(0, 80).join('') + '…' : characters.join('');
}

/** 422 of one attribute of the resource that was sent. */
export function invalidAttribute(attribute: string, detail: string, disclosed?: DisclosedFields): ApiError {
  return new ApiError('invalid_attribute', {
    detail,
    source: { pointer: `/data/attributes/${attribute}` },
    meta: { attribute },
    ...(disclosed && { disclosed }),
  });
}
