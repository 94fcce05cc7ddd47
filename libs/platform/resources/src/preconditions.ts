import {
  ApiError,
  checkPreconditionHeaders,
  etagOf,
  matchedByHeader,
  type DocumentRow,
} from '@storewright/json-api';
import type { ResourceLocator } from './resource-queries';

/**
 * The columns of the row that the client names, none where it allows any version. undefined: it is to be
 * compared with the row that was read.
 */
export function columnsMatched(
  { ifMatch, version }: ResourceLocator,
  volatile: readonly string[],
): { version?: number; updated_at?: string } | undefined {
  const matched = matchedByHeader(ifMatch, volatile);
  return matched && { ...matched, ...(version !== undefined && { version }) };
}

/** 412 where the row is not in the version that the client knows. */
export function checkPreconditions(
  { ifMatch, version }: ResourceLocator,
  row: DocumentRow,
  volatile: readonly string[],
): void {
  // The tag of the version alone names no volatile members: clients make it of what a list shows.
  checkPreconditionHeaders(ifMatch, etagOf(row, volatile), etagOf(row));
  if (version === undefined || row['version'] === version) return;
  throw new ApiError('precondition_failed', {
    detail:
      'The object changed since you read it; read it again and repeat your change with its new version.',
  });
}
