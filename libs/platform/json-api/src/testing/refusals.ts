import { ApiError, ApiErrors } from '../api-error';

/**
 * Returns the status, the code, and the pointer or parameter of all API errors that `work` throws. Throws if
 * `work` does not throw.
 */
export function refusals(work: () => unknown): unknown[] {
  try {
    work();
  } catch (error) {
    const errors =
      error instanceof ApiErrors ? error.errors : error instanceof ApiError ? [error] : undefined;
    if (errors)
      return errors.map(({ status, code, source = {} }) => [status, code, Object.values(source)[0]]);
    throw error;
  }
  throw new Error('nothing was refused');
}
