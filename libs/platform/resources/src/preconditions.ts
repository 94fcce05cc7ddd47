import {
  ApiError,
  checkPreconditionHeaders,
  etagOf,
  matchedByHeader,
  type DocumentRow,
} from '@storewright/json-api';
import type { ResourceLocator } from './resource-queries';

/**
 * Converts the version that the client expects to conditions on columns. An empty object means that the
 * client accepts any version. undefined means that SQL cannot check the If-Match header, so the caller must
 * compare it with the locked row.
 */
export function columnsMatched(
  { ifMatch, version }: ResourceLocator,
  volatile: readonly string[],
): { version?: number; updated_at?: string } | undefined {
  const matched = matchedByHeader(ifMatch, volatile);
  return matched && { ...matched, ...(version !== undefined && { version }) };
}

export function checkPreconditions(
  { ifMatch, version }: ResourceLocator,
  row: DocumentRow,
  volatile: readonly string[],
): void {
  // Also accepts the ETag without volatile members, because clients can derive this ETag from a list.
  checkPreconditionHeaders(ifMatch, etagOf(row, volatile), etagOf(row));
  if (version === undefined || row['version'] === version) return;
  throw new ApiError('precondition_failed', {
    detail:
      'The object has changed since you read it. Read the object again and repeat the change with its new version.',
  });
}
