import { ApiError } from '@storewright/json-api';

export type FileProblem =
  | 'empty'
  | 'encoding'
  | 'malformed_row'
  | 'too_many_rows'
  | 'too_many_columns'
  | 'duplicate_column'
  | 'missing_column';

export function invalidFile(reason: FileProblem, detail: string, meta: object = {}): ApiError {
  return new ApiError('invalid_file', { detail, meta: { reason, ...meta } });
}
