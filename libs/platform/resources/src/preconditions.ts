import {
  ApiError,
  checkPreconditionHeaders,
  etagOf,
  matchedByHeader,
  type DocumentRow,
} from '@storewright/json-api';
import type { ResourceLocator } from './resource-queries';

/**
 * Converts the version that the client expects to conditions on columns. Returns an empty object if the
 * client accepts any version, and undefined if the If-Match header must be compared with the row in memory.
 */
export function columnsMatched(
  { ifMatch, version }: ResourceLocator,
  volatile: readonly string[],
): { version?: number; updated_at?: string } | undefined {
  const matched = matchedByHeader(ifMatch, volatile);
  return matched && { ...matched, ...(version !== undefined && { version }) };
}

/** Throws 412 if the row does not have the version that the client expects. */
export function checkPreconditions(
  { ifMatch, version }: ResourceLocator,
  row: DocumentRow,
  volatile: readonly string[],
): void {
  // Also accepts the ETag without volatile members, because clients can derive it from a list.
  checkPreconditionHeaders(ifMatch, etagOf(row, volatile), etagOf(row));
  if (version === undefined || row['version'] === version) return;
  throw new ApiError('precondition_failed', {
    detail:
      'The object has changed since you read it. Read the object again and repeat the change with its new version.',
  });
}
