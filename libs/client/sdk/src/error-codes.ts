import type { components } from './openapi';

/** Error codes of the platform (docs/errors.md). A newer server may have more. */
export type ErrorCode = components['schemas']['ErrorCode'];

/** Type of `meta` by error code. */
export interface ErrorMeta {
  /** Allowed next states. Absent if the token cannot read the object. */
  illegal_transition: { allowed?: string[] };
  insufficient_scope: { required_scopes: string[] };
}
