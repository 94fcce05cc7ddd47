import type { components } from './openapi';

/** Error codes of the platform (docs/errors.md). A newer server can return further codes. */
export type ErrorCode = components['schemas']['ErrorCode'];

export interface ErrorMeta {
  /** States to which the object can change. Absent if the token has no permission to read the object. */
  illegal_transition: { allowed?: string[] };
  insufficient_scope: { required_scopes: string[] };
}
