import type { JoinTable, ToMany, ToOne } from '@storewright/json-api';
import { tableOf, type ColumnName, type EntityClass } from '@storewright/rows';

/**
 * Declares a relationship to one object of `type`, whose id is in `column`. `required`: clients must send the
 * relationship on create. `writable`: the requests in which a client may send it. `onDelete`: the effect of a
 * DELETE of the target, by default `refuse`. `inverse`: the name of a read-only to-many relationship that the
 * target gets, also if another library declares the target.
 */
export function belongsTo<C extends string>(
  type: string,
  column: C,
  options: Pick<ToOne, 'required' | 'writable' | 'onDelete' | 'inverse'> = {},
): ToOne & { column: C } {
  return { type, column, exposed: true, ...options };
}

/**
 * Declares a relationship to any number of objects of `type`. Their rows refer to this object in a column of
 * `entity`.
 */
export function hasMany<E extends object>(
  type: string,
  _entity: EntityClass<E>,
  column: ColumnName<E>,
): ToMany {
  return { type, exposed: true, many: { column } };
}

/** Declares a relationship to any number of objects of `type` through a join table with the two columns. */
export function belongsToMany<J extends object>(
  type: string,
  through: EntityClass<J>,
  columns: { joinColumn: ColumnName<J>; inverseJoinColumn: ColumnName<J> },
  options: Pick<ToMany, 'writable' | 'onDelete'> = {},
): ToMany {
  const many: JoinTable = { table: tableOf(through), ...columns };
  return { type, exposed: true, many, ...options };
}
