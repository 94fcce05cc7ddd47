import { ApiError, ApiErrors } from '../api-error';

/**
 * Every error that the work was refused with: status, code, and the pointer or parameter it names. Throws
 * where nothing was refused.
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
