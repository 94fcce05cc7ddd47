/** Codes of errors that the platform answers (docs/errors.md). A newer server may have others. */
export type ErrorCode = string;

/** What an error of a code says in `meta`. */
export interface ErrorMeta {
  illegal_transition: { allowed: string[] };
  insufficient_scope: { required_scopes: string[] };
}
