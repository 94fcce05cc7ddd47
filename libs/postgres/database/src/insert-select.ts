import { type ColumnName, type EntityClass, tableOf } from '@storewright/entities';

/** The rows of the JSON array `:rows`, in their order: what each column gets, as SQL over one of them, `r`. */
export function insertRecords<E extends object>(
  entity: EntityClass<E>,
  values: { readonly [K in ColumnName<E>]?: string },
): string {
  return `${insertSelect(entity, values)} FROM json_populate_recordset(NULL::${tableOf(entity)}, :rows::json) AS r`;
}

/** `INSERT INTO … (…) SELECT …`, of a statement that goes on with where it is from: what each column gets, as SQL. For what QueryBuilder does not write. */
export function insertSelect<E extends object>(
  entity: EntityClass<E>,
  values: { readonly [K in ColumnName<E>]?: string },
): string {
  const columns = Object.keys(values).join(', ');
  return `INSERT INTO ${tableOf(entity)} (${columns}) SELECT ${Object.values(values).join(', ')}`;
}
