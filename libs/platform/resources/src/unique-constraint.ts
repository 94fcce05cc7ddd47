import { isRefused, isUniqueViolation } from '@storewright/database';
import type { ColumnName, EntityResource, VersionedRow } from '@storewright/entities';
import { ApiError, type ParsedResource, type Resource, Violations } from '@storewright/json-api';
import { type InsertValues, type ReadContext, SqlValue } from '@storewright/tenancy';
import { Not } from 'typeorm';

/** Columns with a unique index per shop, each with the attribute name that error responses contain. */
export type UniqueColumns<E extends object> = { readonly [K in ColumnName<E>]?: string };

interface NewValues<E extends object> {
  id: string;
  values: InsertValues<E>;
  pointer: string;
}

/**
 * Throws 409 for each unique value that another object already has. If two concurrent requests pass this
 * check, the unique index rejects one of them. That error cannot name the attribute, because Postgres hides
 * the duplicate value of a table with row-level security (`asUniqueViolation`).
 */
export async function checkUnique<E extends VersionedRow>(
  context: ReadContext,
  { entity, type }: EntityResource<E>,
  unique: UniqueColumns<E>,
  { id, values, pointer }: NewValues<E>,
): Promise<void> {
  const violations = new Violations();
  for (const [column, attribute] of Object.entries(unique) as [ColumnName<E>, string][]) {
    const value = values[column];
    if (value === undefined || value === null || value instanceof SqlValue) continue;
    const where = { [column]: value, id: Not(id) } as never;
    if (await context.repository(entity).exists({ where }))
      violations.add('already_exists', {
        detail: `Another object of type ${type} in this shop already has this ${attribute}. Send another value.`,
        source: { pointer: `${pointer}/attributes/${attribute}` },
      });
  }
  violations.throwIfAny();
}

export async function asUniqueViolation<T>(
  writing: Promise<T>,
  { type }: Resource,
  { id, pointer }: Pick<ParsedResource<object>, 'id' | 'pointer'>,
): Promise<T> {
  try {
    return await writing;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ApiError('already_exists', {
      detail:
        id === undefined
          ? `Another object of type ${type} just received one of these values. Send other values.`
          : `Another object of type ${type} already has the id "${id}" or one of these values. Send other values.`,
      source: { pointer: id === undefined ? pointer : `${pointer}/id` },
      cause: error,
    });
  }
}

/**
 * Returns the result of a statement, or undefined if the database rejected the statement. The caller then
 * repeats the write in a transaction, which determines the reason.
 */
export async function unlessRefused<T>(writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
