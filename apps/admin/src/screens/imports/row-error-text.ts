import type { RowError } from '../../api/imports';
import { isTextId, type Texts } from '../../texts/texts';

/** Returns the panel's text for an error in a CSV row. Amounts in the text are in the unit of the column. */
export function rowErrorText(t: Texts, { column, code, detail }: RowError): string {
  const id = [`imports.error.${code}.${column}`, `imports.error.${code}`].find(isTextId);
  return id === undefined ? detail : t(id);
}

export function columnText(t: Texts, name: string | null): string {
  const id = `imports.column.${name}`;
  return isTextId(id) ? t(id) : '–';
}
