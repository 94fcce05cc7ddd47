import { insertRows, type Statement } from '@storewright/database';
import { tableOf } from '@storewright/entities';
import {
  type Resource,
  type DocumentRow,
  searchedColumns,
  type SearchTerm,
  termsOf,
} from '@storewright/json-api';
import type { Write } from './outbox';
import { SearchTermRow } from './search-term.entity';

export interface TermChange {
  entries: readonly SearchTerm[];
  /** Changed columns of the row. undefined for new rows. */
  fields?: readonly string[];
  /** Row id of each search term. Set only for a write of several rows. */
  ids?: readonly string[];
}

const table = tableOf(SearchTermRow);
const termColumns = 'shop_id, resource_type, resource_id, field, term';

export function termsOfNew(
  resource: Resource,
  rows: readonly Readonly<Record<string, unknown>>[],
): TermChange | undefined {
  if (searchedColumns(resource).length === 0) return undefined;
  const each = rows.map((row) => termsOf(resource, row));
  const entries = each.length === 1 ? each[0]! : each.flat();
  if (entries.length === 0) return undefined;
  if (rows.length === 1) return { entries };
  return { entries, ids: rows.flatMap(({ id }, at) => each[at]!.map(() => id as string)) };
}

export function termsOfChange(
  resource: Resource,
  values: Readonly<Record<string, unknown>>,
): TermChange | undefined {
  const fields = searchedColumns(resource).filter((name) => name in values);
  return fields.length === 0 ? undefined : { entries: termsOf(resource, values), fields };
}

/**
 * Returns the name of the column if all search terms belong to one column. The SQL then needs only one
 * parameter for the column name.
 */
function onlyField({ entries, fields, ids }: TermChange): string | undefined {
  if (ids) return undefined;
  const [field, ...others] = fields ?? [entries[0]!.field];
  return others.length === 0 && entries.every((each) => each.field === field) ? field : undefined;
}

/**
 * Returns a suffix for the prepared statement's name. Each variant of the SQL from `termParts` has its own
 * suffix.
 */
export function nameOfTerms(change: TermChange): string {
  if (change.ids) return ' +terms of several';
  return onlyField(change) === undefined ? ' +terms of columns' : ' +terms';
}

/** Returns the values for the parameters of `termParts`. */
export function boundTerms(change: TermChange | undefined): unknown[] {
  if (!change) return [];
  const { entries, fields, ids } = change;
  const terms = entries.map(({ term }) => term);
  const field = onlyField(change);
  if (field !== undefined) return [terms, field];
  const third = fields ?? ids;
  return [terms, entries.map((each) => each.field), ...(third ? [third] : [])];
}

/**
 * Returns common table expressions that write the search terms of the row that the table expression `written`
 * returns. The row id comes from a subquery, because a join without statistics would read all search terms of
 * the shop. `first` is the number of the first parameter.
 */
export function termParts({ resource, change, terms }: Write, first: number): string[] {
  const ofRow = `x.shop_id = $1::uuid AND x.resource_type = '${resource.type}' AND x.resource_id = (SELECT id
                  FROM written)`;
  if (change === 'deleted' && searchedColumns(resource).length > 0)
    return [`terms_gone AS (DELETE FROM ${table} x WHERE ${ofRow})`];
  if (!terms) return [];
  const isOne = onlyField(terms) !== undefined;
  const [words, fields, third] = [0, 1, 2].map((at) => `$${first + at}`);
  const entries = `unnest(${words}::text[]${isOne ? '' : `, ${fields}::text[]`}${terms.ids ? `, ${third}::uuid[]` : ''}) AS e (term${isOne ? '' : ', field'}${terms.ids ? ', id' : ''})`;
  const added = `INSERT INTO ${table} (${termColumns})
    SELECT $1::uuid, '${resource.type}', w.id, ${isOne ? `${fields}::text` : 'e.field'}, e.term
    FROM written w ${terms.ids ? `JOIN ${entries} ON w.id = e.id` : `CROSS JOIN ${entries}`}`;
  // New rows have no search terms. A check for existing terms would cost a third of the INSERT.
  if (!terms.fields) return [`terms_added AS (${added})`];
  const pair = 'e.field = x.field AND e.term = x.term';
  const [replaced, kept] = isOne
    ? [
        `x.field = ${fields}::text AND NOT x.term = ANY (${words}::text[])`,
        `e.term = ANY (ARRAY (SELECT x.term FROM ${table} x WHERE ${ofRow} AND x.field = ${fields}::text))`,
      ]
    : [
        `x.field = ANY (${third}::text[]) AND NOT EXISTS (SELECT FROM ${entries} WHERE ${pair})`,
        `EXISTS (SELECT FROM ${table} x WHERE ${ofRow} AND ${pair})`,
      ];
  // The row is locked, so no concurrent transaction changes its search terms. A filter on existing terms is
  // cheaper than ON CONFLICT.
  return [
    `terms_gone AS (DELETE FROM ${table} x WHERE ${ofRow} AND ${replaced})`,
    `terms_added AS (${added} WHERE NOT ${kept})`,
  ];
}

/**
 * Returns separate statements with the effect of `termParts` for Citus, which write the search terms after
 * the write of the row.
 */
export function termStatements(
  { resource, change, terms, values }: Write,
  rows: readonly DocumentRow[],
): Statement[] {
  const shop_id = values[0];
  const ids = rows.map(({ id }) => id as string);
  const isGone = change === 'deleted' && searchedColumns(resource).length > 0;
  if (ids.length === 0 || !(terms || isGone)) return [];
  const of = `DELETE FROM ${table} WHERE shop_id = $1 AND resource_type = $2 AND resource_id = ANY ($3::uuid[])`;
  const gone = { name: 'terms-gone', text: of, values: [shop_id, resource.type, ids] };
  if (isGone) return [gone];
  const { entries, fields, ids: owners = entries.map(() => ids[0]!) } = terms!;
  const replaced = fields && {
    ...{ name: 'terms-replaced', text: `${of} AND field = ANY ($4::text[])` },
    values: [...gone.values, fields],
  };
  const written = entries
    .map((each, at) => ({ ...each, id: owners[at]! }))
    .filter(({ id }) => ids.includes(id));
  if (written.length === 0) return replaced ? [replaced] : [];
  const added = insertRows({
    ...{ name: 'terms-added', table, same: { shop_id, resource_type: resource.type } },
    each: {
      resource_id: { type: 'uuid', values: written.map(({ id }) => id) },
      field: { type: 'text', values: written.map(({ field }) => field) },
      term: { type: 'text', values: written.map(({ term }) => term) },
    },
  });
  return replaced ? [replaced, added] : [added];
}
