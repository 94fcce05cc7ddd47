import {
  ApiError,
  checkPreconditionHeaders,
  etagOf,
  matchedByHeader,
  type DocumentRow,
} from '@storewright/json-api';
import type { ResourceLocator } from './resource-queries';

/**
 * Columns of the version that the client names. Empty if it allows any version. undefined if the header must
 * be compared with the row in memory.
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
  // Clients derive the tag without volatile members from a list, so that tag also matches.
  checkPreconditionHeaders(ifMatch, etagOf(row, volatile), etagOf(row));
  if (version === undefined || row['version'] === version) return;
  throw new ApiError('precondition_failed', {
    detail:
      'The object changed since you read it; read it again and repeat your change with its new version.',
  });
}
