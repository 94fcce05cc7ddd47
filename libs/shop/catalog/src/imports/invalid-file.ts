import { ApiError } from '@storewright/json-api';

/** Reasons for the rejection of a whole file. */
export type FileProblem =
  | 'empty'
  | 'encoding'
  | 'malformed_row'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'duplicate_column'
  | 'missing_column';

/** Creates the 422 for a file that cannot be imported as a whole. */
export function invalidFile(reason: FileProblem, detail: string, meta: object = {}): ApiError {
  return new ApiError('invalid_file', { detail, meta: { reason, ...meta } });
}
