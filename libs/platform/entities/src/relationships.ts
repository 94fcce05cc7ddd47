import type { JoinTable, ToMany, ToOne } from '@storewright/json-api';
import { tableOf } from './entity-columns';
import type { ColumnName, EntityClass } from './row';

/**
 * Declares a relationship to one object of `type`, whose id is in `column`. `required`: clients must send it on create.
 * `writable`: the requests in which a client may send it. `onDelete`: the effect of a DELETE of the target, by default
 * `refuse`.
 */
export function belongsTo<C extends string>(
  type: string,
  column: C,
  options: Pick<ToOne, 'required' | 'writable' | 'onDelete'> = {},
): ToOne & { column: C } {
  return { type, column, exposed: true, ...options };
}

/** To any number of `type`, whose rows name this one in a column. */
export function hasMany(type: string, column: string): ToMany {
  return { type, exposed: true, many: { column } };
}

/** To any number of `type` by the rows of a join table: its column with this id, and that with the other one. */
export function belongsToMany<J extends object>(
  type: string,
  through: EntityClass<J>,
  columns: { joinColumn: ColumnName<J>; inverseJoinColumn: ColumnName<J> },
  options: Pick<ToMany, 'writable' | 'onDelete'> = {},
): ToMany {
  const many: JoinTable = { table: tableOf(through), ...columns };
  return { type, exposed: true, many, ...options };
}
