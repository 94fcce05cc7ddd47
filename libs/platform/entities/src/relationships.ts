import type { JoinTable, ToMany, ToOne } from '@storewright/json-api';
import { tableOf, type ColumnName, type EntityClass } from '@storewright/rows';

/**
 * Declares a to-one relationship to an object of `type`. `column` contains the id of the target. `required`
 * makes clients send the relationship when they create an object. `writable` limits the requests that can
 * send it. `onDelete` determines what a deletion of the target does, and defaults to `refuse`. `inverse` is
 * the name of a read-only to-many relationship that the target gets.
 */
export function belongsTo<C extends string>(
  type: string,
  column: C,
  options: Pick<ToOne, 'required' | 'writable' | 'onDelete' | 'inverse'> = {},
): ToOne & { column: C } {
  return { type, column, exposed: true, ...options };
}

/**
 * Declares a to-many relationship to objects of `type`. The foreign key of those objects is `column` of
 * `entity`.
 */
export function hasMany<E extends object>(
  type: string,
  _entity: EntityClass<E>,
  column: ColumnName<E>,
): ToMany {
  return { type, exposed: true, many: { column } };
}

/** Declares a to-many relationship to objects of `type` through a join table. */
export function belongsToMany<J extends object>(
  type: string,
  through: EntityClass<J>,
  columns: { joinColumn: ColumnName<J>; inverseJoinColumn: ColumnName<J> },
  options: Pick<ToMany, 'writable' | 'onDelete'> = {},
): ToMany {
  const many: JoinTable = { table: tableOf(through), ...columns };
  return { type, exposed: true, many, ...options };
}
