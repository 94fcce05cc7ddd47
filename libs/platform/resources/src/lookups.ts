// Written in SQL: finds index entries and values by prefix. Each branch uses an index and stops once the
// result is too large.
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

/** A condition of a list that depends on rows of other tables (docs/adr/search.md). */
export interface Lookup {
  /**
   * SQL condition on the list row `t`. Subqueries compare `shop_id` with the parameter `:shop_id`, because Citus
   * sends a statement to all shards if a subquery takes the shop id from `t`.
   */
  sql: string;
  values: Readonly<Record<string, unknown>>;
  /**
   * Functions that each return the ids of all possible matches, or undefined if there are more than
   * `MAX_FEW`.
   */
  candidates: readonly ((context: ReadContext) => Promise<readonly string[] | undefined>)[];
}

/** Maximum number of candidate rows that are read by id. */
export const MAX_FEW = 1_000;
const limit = `LIMIT ${MAX_FEW + 1}`;
/** Maximum number of rows that are scanned for a page if there are more candidates. */
const MAX_WALKED = 4_000;
/** Maximum number of candidate sets for a condition that requires several values. */
const MAX_CANDIDATES = 4;

/** Returns the smallest set of candidate ids, or undefined if no set is small. */
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
 * Returns a function that runs a statement whose first value is the shop id. More than `MAX_FEW` ids, or a
 * null id, mean that the result is incomplete.
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

/** Adds the conditions to a list. `few` contains the candidate ids if there are few. */
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
 * A condition that is always true. It makes the planner use the index by `term` for searches of a whole shop.
 */
const byTerm = `x.term >= ''`;

/** Returns the lookup for `filter[tags]`: rows with any, none or all of the tags. */
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

/** Returns the lookup for one word of `filter[q]` in all searched columns. */
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
  /** The searched word as the client sent it. */
  word: string;
  /** Types of related objects that the search must not read. */
  unreadTypes?: ReadonlySet<string> | undefined;
  /** Adds a value to the statement and returns its placeholder. */
  add: (value: unknown) => string;
}

/** A character that sorts after every text with the prefix. */
const END = '\u{10FFFF}';

const tableFor = (resource: Resource) => tableOf((resource as EntityResource).entity);

/** SQL condition that is true if the row `alias` matches the word. */
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

/** SQL for the ids of matching rows, at most MAX_FEW + 1. A null id means that the search stopped early. */
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
