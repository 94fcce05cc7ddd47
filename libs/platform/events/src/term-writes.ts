// SQL: the entries of a row are written with it, by the same statement.
import { insertRows, type Statement } from '@storewright/database';
import { tableOf } from '@storewright/entities';
import { type Resource, type Row, searchedColumns, type SearchTerm, termsOf } from '@storewright/json-api';
import type { Write } from './outbox';
import { SearchTermRow } from './search-term.entity';

/** The entries that rows have then. */
export interface TermChange {
  entries: readonly (SearchTerm & { id: string })[];
  /** Of these columns alone; none: the rows are new. */
  fields?: readonly string[];
}

const table = tableOf(SearchTermRow);
const columns = 'shop_id, resource_type, resource_id, field, term';

/** Of new rows; undefined: they have none. */
export function termsOfNew(
  resource: Resource,
  rows: readonly Readonly<Record<string, unknown>>[],
): TermChange | undefined {
  if (searchedColumns(resource).length === 0) return undefined;
  const entries = rows.flatMap((row) =>
    termsOf(resource, row).map((each) => ({ ...each, id: row['id'] as string })),
  );
  return entries.length > 0 ? { entries } : undefined;
}

/** Of a row that gets these values; undefined: none of them is looked for. */
export function termsOfChange(
  resource: Resource,
  id: string,
  values: Readonly<Record<string, unknown>>,
): TermChange | undefined {
  const fields = searchedColumns(resource).filter((name) => name in values);
  if (fields.length === 0) return undefined;
  return { entries: termsOf(resource, values).map((each) => ({ ...each, id })), fields };
}

/** The values that `termParts` reads. */
export function boundTerms(change: TermChange | undefined): unknown[] {
  if (!change) return [];
  const { entries, fields } = change;
  const each = [
    entries.map(({ id }) => id),
    entries.map(({ field }) => field),
    entries.map(({ term }) => term),
  ];
  return fields ? [...each, fields] : each;
}

/** The parts of the statement behind `written`; what is gone has no entries any more. `first`: the number of their first value. */
export function termParts({ resource, change, terms }: Write, first: number): string[] {
  const ofType = `shop_id = $1::uuid AND x.resource_type = '${resource.type}' AND x.resource_id = w.id`;
  if (change === 'deleted' && searchedColumns(resource).length > 0)
    return [`terms_gone AS (DELETE FROM ${table} x USING written w WHERE x.${ofType})`];
  if (!terms) return [];
  const [ids, fields, words, replaced] = [0, 1, 2, 3].map((at) => `$${first + at}`);
  const added = `terms_added AS (INSERT INTO ${table} (${columns})
    SELECT $1::uuid, '${resource.type}', e.id, e.field, e.term
    FROM unnest(${ids}::uuid[], ${fields}::text[], ${words}::text[]) AS e (id, field, term)
    JOIN written w ON w.id = e.id ON CONFLICT DO NOTHING)`;
  if (!terms.fields) return [added];
  const kept = `SELECT FROM unnest(${fields}::text[], ${words}::text[]) AS e (field, term) WHERE e.field = x.field AND e.term = x.term`;
  const gone = `terms_gone AS (DELETE FROM ${table} x USING written w
    WHERE x.${ofType} AND x.field = ANY (${replaced}::text[]) AND NOT EXISTS (${kept}))`;
  return [gone, added];
}

/** The same as statements of their own, behind the write. */
export function termStatements(
  { resource, change, terms, values }: Write,
  rows: readonly Row[],
): Statement[] {
  const shop_id = values[0];
  const ids = rows.map(({ id }) => id as string);
  const isGone = change === 'deleted' && searchedColumns(resource).length > 0;
  if (ids.length === 0 || !(terms || isGone)) return [];
  const of = `DELETE FROM ${table} WHERE shop_id = $1 AND resource_type = $2 AND resource_id = ANY ($3::uuid[])`;
  const gone = { name: 'terms-gone', text: of, values: [shop_id, resource.type, ids] };
  if (isGone) return [gone];
  const { entries, fields } = terms!;
  const replaced = fields && {
    ...{ name: 'terms-replaced', text: `${of} AND field = ANY ($4::text[])` },
    values: [...gone.values, fields],
  };
  const written = entries.filter(({ id }) => ids.includes(id));
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
