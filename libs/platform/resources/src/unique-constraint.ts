import { isUniqueViolation } from '@storewright/database';
import { ApiError, type ParsedResource, type Resource, type Row, Violations } from '@storewright/json-api';
import type { TransactionContext } from './resource-repository';

/** Columns whose values are unique in a shop, with the attribute that a client knows each by. */
export type UniqueColumns = Readonly<Record<string, string>>;

/**
 * 409 for each value that another object has, at its place in the document. Two requests at once may both pass; the index then refuses one of them, without
 * saying which value it is (`asUniqueViolation`): Postgres does not tell that of a table with row-level security.
 */
export async function checkUnique(
  { rows, shop }: TransactionContext,
  { resource: { type }, unique }: { resource: Resource; unique: UniqueColumns },
  { id, values, pointer }: { id: string; values: Row; pointer: string },
): Promise<void> {
  const columns = Object.keys(unique).filter(
    (column) => values[column] !== undefined && values[column] !== null,
  );
  if (columns.length === 0) return;
  const each = columns.map(
    (column, at) =>
      `EXISTS (SELECT FROM shop.${type} WHERE shop_id = $1 AND id <> $2 AND ${column} = $${at + 3}) AS ${column}`,
  );
  const [taken] = await rows.query({
    name: `${type}-taken-${columns.join('-')}`,
    text: `SELECT ${each.join(', ')}`,
    values: [shop.id, id, ...columns.map((column) => values[column])],
  });
  const violations = new Violations();
  for (const column of columns.filter((name) => taken![name] === true)) {
    violations.add('already_exists', {
      detail: `Another of the ${type} of this shop has this ${unique[column]} already.`,
      source: { pointer: `${pointer}/attributes/${unique[column]}` },
    });
  }
  violations.throwIfAny();
}

/** A unique violation, told by its SQLSTATE, as the 409 of the document. */
export async function asUniqueViolation(
  writing: Promise<Row[]>,
  { type }: Resource,
  { id, pointer }: Pick<ParsedResource<object>, 'id' | 'pointer'>,
): Promise<Row[]> {
  try {
    return await writing;
  } catch (error) {
    // Outside of a transaction the error is the answer already.
    const isAnswer = error instanceof ApiError && error.code === 'already_exists';
    if (!isAnswer && !isUniqueViolation(error)) throw error;
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
