import type { EntityListing, Statement } from '@storewright/database';
import { type EntityResource, type ShopRow, tableOf } from '@storewright/entities';
import { SearchTermRow } from '@storewright/events';
import {
  type Condition,
  isToMany,
  type Resource,
  type ResourcesByType,
  searchedWord,
  tagTerm,
} from '@storewright/json-api';
import type { ReadContext } from '@storewright/tenancy';

/**
 * A list filter whose condition depends on rows of other tables, such as a text search (docs/adr/search.md).
 */
export interface Lookup {
  /**
   * SQL condition on the list row `t`. Subqueries must compare `shop_id` with the parameter `:shop_id`. With
   * `t.shop_id`, Citus would send the statement to all shards.
   */
  sql: string;
  values: Readonly<Record<string, unknown>>;
  /**
   * Functions that return the ids of all rows that can match the condition, or undefined if there are more
   * than `MAX_FEW`.
   */
  candidates: readonly ((context: ReadContext) => Promise<readonly string[] | undefined>)[];
}

/** Maximum number of matching rows that a search reads by id. */
export const MAX_FEW = 1_000;
const limit = `LIMIT ${MAX_FEW + 1}`;
/** Maximum number of rows that a search scans for one page if more than `MAX_FEW` rows can match. */
const MAX_WALKED = 4_000;
/** Maximum number of tags in `filter[tags][all]` for which a search reads the ids of tagged rows. */
const MAX_CANDIDATES = 4;

/**
 * Returns the smallest set of row ids that can match a search. Returns undefined if every set exceeds
 * `MAX_FEW`.
 */
export async function fewest(
  context: ReadContext,
  lookups: readonly Lookup[],
): Promise<readonly string[] | undefined> {
  const candidates = lookups.flatMap((each) => each.candidates);
  const sets = await Promise.all(candidates.map((read) => read(context)));
  const few = sets.filter((set) => set !== undefined);
  const [smallest] = few.sort((a, b) => a.length - b.length);
  return smallest && [...new Set(smallest)];
}

/**
 * Returns a function that reads the ids of rows that can match a search. The function returns undefined if
 * the result has more than `MAX_FEW` ids or a null id, which both mean an incomplete result.
 */
const readBy =
  ({ values = [], ...statement }: Statement) =>
  async (context: ReadContext): Promise<readonly string[] | undefined> => {
    const rows = await context.query<{ id: string | null }>({
      ...statement,
      values: [context.shop.id, ...values],
    });
    const isFew = rows.length <= MAX_FEW && rows.every(({ id }) => id !== null);
    return isFew ? rows.map(({ id }) => id!) : undefined;
  };

/**
 * Adds search conditions to a list query. `few` contains the ids of the rows that can match, if there are at
 * most `MAX_FEW`.
 */
export function lookedUp<E extends ShopRow>(
  listing: EntityListing<E>,
  lookups: readonly Lookup[],
  few: readonly string[] | undefined,
  isWalked: boolean,
): EntityListing<E> {
  const sql = [...lookups.map((each) => `(${each.sql})`), ...(few ? ['t.id = ANY (:few)'] : [])].join(
    ' AND ',
  );
  return {
    ...listing,
    shape: `${listing.shape} ${isWalked ? 'walk' : ''} ${sql}`,
    values: Object.assign({ ...listing.values, ...(few && { few }) }, ...lookups.map(({ values }) => values)),
    lookedUp: { sql, ...(isWalked && { walk: MAX_WALKED }) },
  };
}

const terms = tableOf(SearchTermRow);
/**
 * SQL condition that is always true. The condition makes the planner use the index on `term` for a search in
 * the whole shop.
 */
const byTerm = `x.term >= ''`;

export function tagLookup(
  { type, expression }: Resource,
  { name, operator, values }: Condition,
  parameter: string,
): Lookup {
  const column = expression('t', name);
  const sql = { '=': `${column} && :${parameter}`, all: `${column} @> :${parameter}` }[operator as '='];
  const sets = operator === '=' ? [values] : operator === 'all' ? values.map((tag) => [tag]) : [];
  return {
    sql: sql ?? `NOT ${column} && :${parameter}`,
    values: { [parameter]: values },
    candidates: sets.slice(0, MAX_CANDIDATES).map((tags) =>
      readBy({
        name: 'tagged',
        text: `SELECT x.resource_id AS id FROM ${terms} x
          WHERE x.shop_id = $1 AND x.resource_type = $2 AND ${byTerm} AND x.term = ANY ($3::text[]) ${limit}`,
        values: [type, tags.map(tagTerm)],
      }),
    ),
  };
}

export function wordLookup(searched: Omit<WordSearch, 'add'>, parameter: string): Lookup {
  const { resource } = searched;
  const values: Record<string, unknown> = {};
  const named = (value: unknown) => {
    const name = `${parameter}_${Object.keys(values).length}`;
    values[name] = value;
    return `:${name}`;
  };
  const sql = isFound({ ...searched, add: named }, 't');
  const numbered: unknown[] = [];
  const add = (value: unknown) => `$${numbered.push(value) + 1}`;
  const text = foundIds({ ...searched, add });
  return { sql, values, candidates: [readBy({ name: `found ${resource.type}`, text, values: numbered })] };
}

interface WordSearch {
  resource: Resource;
  resources: ResourcesByType;
  word: string;
  /** Types of related objects that the token cannot read, and that the search must therefore omit. */
  unreadTypes?: ReadonlySet<string> | undefined;
  add: (value: unknown) => string;
}

/** The last Unicode code point. A prefix with this character sorts after every text with the same prefix. */
const END = '\u{10FFFF}';

const tableFor = (resource: Resource) => tableOf((resource as EntityResource).entity);

function isFound(search: WordSearch, alias: string): string {
  const { resource, resources } = search;
  const ways = [
    ...entriesLike(search, 'x').map(
      (like) =>
        `(SELECT true FROM ${terms} x WHERE x.shop_id = :shop_id AND x.resource_type = '${resource.type}' AND x.resource_id = ${alias}.id AND ${like} LIMIT 1)`,
    ),
    ...columnsLike(search, alias),
    ...throughOf(search).map(({ column, type }) => {
      const found = isFound({ ...search, resource: resources.get(type)! }, 'o');
      return `(SELECT true FROM ${tableFor(resources.get(type)!)} o WHERE o.shop_id = :shop_id AND o.id = ${alias}.${column} AND (${found}) LIMIT 1)`;
    }),
  ];
  return ways.map((way) => `coalesce(${way}, false)`).join(' OR ') || 'false';
}

/**
 * Returns SQL that selects the ids of at most MAX_FEW + 1 matching rows. A null id in the result means that
 * the search is incomplete.
 */
function foundIds(search: WordSearch): string {
  const { resource, resources } = search;
  const table = tableFor(resource);
  const ways = [
    ...entriesLike(search, 'x').map(
      (like) =>
        `SELECT x.resource_id AS id FROM ${terms} x WHERE x.shop_id = $1 AND x.resource_type = '${resource.type}' AND ${byTerm} AND ${like} ${limit}`,
    ),
    ...columnsLike(search, 't').map(
      (like) => `SELECT t.id FROM ${table} t WHERE t.shop_id = $1 AND ${like} ${limit}`,
    ),
    ...throughOf(search).flatMap(({ column, type }) => {
      const others = foundIds({ ...search, resource: resources.get(type)! });
      const of = `SELECT t.id FROM ${table} t WHERE t.shop_id = $1 AND t.${column} = o.id ${limit}`;
      return [
        `SELECT m.id FROM (${others}) o CROSS JOIN LATERAL (${of}) m ${limit}`,
        `SELECT NULL::uuid FROM (${others}) o OFFSET ${MAX_FEW} LIMIT 1`,
      ];
    }),
  ];
  if (ways.length === 0) return 'SELECT NULL::uuid AS id WHERE false';
  return `SELECT f.id FROM (${ways.map((way) => `(${way})`).join(' UNION ALL ')}) f ${limit}`;
}

function entriesLike({ resource, word, add }: WordSearch, alias: string): string[] {
  if (!resource.search?.words?.length) return [];
  const begin = searchedWord(word);
  return [`${alias}.term >= ${add(begin)} AND ${alias}.term < ${add(begin + END)}`];
}

function columnsLike({ resource, word, add }: WordSearch, alias: string): string[] {
  const { prefixes = {}, numbers = [] } = resource.search ?? {};
  const begins = Object.entries(prefixes).flatMap(([column, as]) =>
    [...new Set([as!(word)].flat())].map(
      (begin) => `${alias}.${column} >= ${add(begin)} AND ${alias}.${column} < ${add(begin + END)}`,
    ),
  );
  const [, number] = /^#?(\d{1,15})$/.exec(word) ?? [];
  const equal = number === undefined ? [] : numbers.map((column) => `${alias}.${column} = ${add(number)}`);
  return [...begins, ...equal];
}

function throughOf({ resource: { search, relationships }, unreadTypes }: WordSearch) {
  return (search?.through ?? []).flatMap((name) => {
    const relationship = relationships[name]!;
    return isToMany(relationship) || unreadTypes?.has(relationship.type) ? [] : [relationship];
  });
}
