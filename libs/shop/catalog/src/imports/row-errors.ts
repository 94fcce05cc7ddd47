import { ApiError, ApiErrors } from '@storewright/json-api';
import { fileValues } from './file-columns';
import type { FileValue } from './file-columns';
import type { ImportKind } from './import-states';
import type { RowError } from './import-row.entity';

/** Converts validation errors of the API to errors of a CSV row. Rethrows other errors. */
export function rowErrorsOf(kind: ImportKind, of: FileValue['of'], error: unknown): RowError[] {
  const errors = error instanceof ApiErrors ? error.errors : [error];
  return errors.map((each) => {
    if (!(each instanceof ApiError) || each.status >= 500 || each.code === 'rows_locked') throw error;
    return { column: columnOf(kind, of, each), code: each.code, detail: each.message };
  });
}

function columnOf(kind: ImportKind, of: FileValue['of'], { meta, source }: ApiError): string | null {
  const pointer = source && 'pointer' in source ? source.pointer : '';
  const attribute = meta?.['attribute'] ?? /\/attributes\/([a-z_]+)/.exec(pointer)?.[1];
  const value = fileValues[kind].find((each) => each.of === of && each.attribute === attribute);
  return value?.name ?? null;
}
