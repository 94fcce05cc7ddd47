import {
  ApiError,
  checkPreconditionHeaders,
  etagOf,
  matchedByHeader,
  type DocumentRow,
} from '@storewright/json-api';
import type { ResourceLocator } from './resource-queries';

/**
 * Returns the columns of the version that the client names, or an empty object if the client accepts any
 * version. Returns undefined if the header must be compared with the row in memory.
 */
export function columnsMatched(
  { ifMatch, version }: ResourceLocator,
  volatile: readonly string[],
): { version?: number; updated_at?: string } | undefined {
  const matched = matchedByHeader(ifMatch, volatile);
  return matched && { ...matched, ...(version !== undefined && { version }) };
}

/** Throws 412 if the row has another version than the client names. */
export function checkPreconditions(
  { ifMatch, version }: ResourceLocator,
  row: DocumentRow,
  volatile: readonly string[],
): void {
  // Also accepts the ETag without volatile members, which clients can derive from a list.
  checkPreconditionHeaders(ifMatch, etagOf(row, volatile), etagOf(row));
  if (version === undefined || row['version'] === version) return;
  throw new ApiError('precondition_failed', {
    detail:
      'The object has changed since you read it. Read the object again and repeat the change with its new version.',
  });
}
