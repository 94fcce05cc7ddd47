import { isRefused, isUniqueViolation } from '@storewright/database';
import type { ColumnName, EntityResource, VersionedRow } from '@storewright/entities';
import { ApiError, type ParsedResource, type Resource, Violations } from '@storewright/json-api';
import { type InsertValues, type ReadContext, SqlValue } from '@storewright/tenancy';
import { Not } from 'typeorm';

/** Columns with values unique in a shop, with the attribute that the error names. */
export type UniqueColumns<E extends object> = { readonly [K in ColumnName<E>]?: string };

interface NewValues<E extends object> {
  id: string;
  values: InsertValues<E>;
  /** Pointer to the resource object. */
  pointer: string;
}

/**
 * Throws 409 for each value that another object has. Concurrent requests may both pass. The index then
 * rejects one without naming the value, because Postgres hides it for tables with row-level security
 * (`asUniqueViolation`).
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
        detail: `Another of the ${type} of this shop has this ${attribute} already.`,
        source: { pointer: `${pointer}/attributes/${attribute}` },
      });
  }
  violations.throwIfAny();
}

/** Converts a unique violation (SQLSTATE) into the 409. */
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
          ? `Another of the ${type} of this shop got one of these values at the same time.`
          : `Another of the ${type} has the id "${id}", or one of these values, already.`,
      source: { pointer: id === undefined ? pointer : `${pointer}/id` },
      cause: error,
    });
  }
}

/** The result of a statement, or undefined if the database refused it: the transaction that follows finds out why. */
export async function unlessRefused<T>(writing: Promise<T>): Promise<T | undefined> {
  try {
    return await writing;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}
