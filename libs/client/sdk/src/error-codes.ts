import type { components } from './openapi';

/** Codes of errors that the platform answers (docs/errors.md). A newer server may have others. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** What an error of a code says in `meta`. */
export interface ErrorMeta {
  /** The states that may follow; nothing for a token that may not read the object. */
  illegal_transition: { allowed?: string[] };
  insufficient_scope: { required_scopes: string[] };
}
