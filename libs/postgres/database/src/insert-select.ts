import { type ColumnName, type EntityClass, tableOf } from '@storewright/rows';

/**
 * Returns an INSERT of the rows in the JSON array `:rows`, in array order. `values` maps columns to SQL
 * expressions over an array element `r`.
 */
export function insertRecords<E extends object>(
  entity: EntityClass<E>,
  values: { readonly [K in ColumnName<E>]?: string },
): string {
  return `${insertSelect(entity, values)} FROM json_populate_recordset(NULL::${tableOf(entity)}, :rows::json) AS r`;
}

/**
 * Returns the start of an INSERT … SELECT, to which the caller appends FROM. `values` maps columns to SQL
 * expressions. QueryBuilder cannot create an INSERT … SELECT.
 */
export function insertSelect<E extends object>(
  entity: EntityClass<E>,
  values: { readonly [K in ColumnName<E>]?: string },
): string {
  const columns = Object.keys(values).join(', ');
  return `INSERT INTO ${tableOf(entity)} (${columns}) SELECT ${Object.values(values).join(', ')}`;
}
