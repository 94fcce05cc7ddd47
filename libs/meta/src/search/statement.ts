import type { MetaCondition } from './condition';
import { bounds, type Fixed, type Order, orderBy, walked } from './order';
import { recheck } from './recheck';
import { candidates, segmentPage, type SegmentSearch } from './segment-page';
import { lastSegment, segmentAt } from './segments';
import { columnsOf, Parameters, type SearchStatement, statement } from './sql';
import { type KeySearch, keySearches } from './stretch';

/** What to look for in one shop. */
export interface MetaQuestion {
  shop_id: string;
  resource_type?: string;
  resource_id?: string;
  conditions: readonly MetaCondition[];
}

/** Which of the objects found, in which order. */
export interface MetaPlace {
  /** Ends with `id`: a total order. */
  order: readonly Order[];
  /** Values of the order's columns: the page begins behind them. Empty: at the beginning. */
  after?: readonly string[];
  /** The page ends before them and is walked backwards, so the rows come in reverse. Empty: at the end. */
  before?: readonly string[];
  limit: number;
  offset?: number;
}

/** Pages end at 100 objects and one more to see whether it goes on; by number they reach 10,000 objects deep (CONTRACT §2). */
const mostRows = { byCursor: 101, byNumber: 10_101 };

/** The statement of one page: columns id, resource_type, resource_id, data, version, created_at, updated_at. */
export function searchStatement(question: MetaQuestion & MetaPlace): SearchStatement {
  const parameters = new Parameters();
  const shop = parameters.add(question.shop_id, 'uuid');
  const backwards = question.before !== undefined;
  const order = walked(question.order, backwards);
  const given = question.before ?? question.after ?? [];
  const fixed = fixedColumns(question);
  const page: PageSearch = {
    shop,
    parameters,
    fixed,
    order,
    ...(given.length > 0 && { cursor: [...given] }),
    conditions: [...question.conditions],
    most: question.offset ? mostRows.byNumber : mostRows.byCursor,
  };
  const rows =
    question.conditions.length === 0 || fixed.length === 2
      ? rowsInOrder(page)
      : order[0]!.column === 'id'
        ? rowsBySegment(page)
        : rowsSorted(page);
  const limit = parameters.add(question.limit, 'bigint');
  const offset = question.offset ? ` OFFSET ${parameters.add(question.offset, 'bigint')}` : '';
  return statement(`SELECT * FROM (${rows}) page LIMIT ${limit}${offset}`, parameters);
}

/** How many objects match: column `total`. Reads all of them in the index, so only on request. */
export function totalStatement(question: MetaQuestion): SearchStatement {
  const parameters = new Parameters();
  const shop = parameters.add(question.shop_id, 'uuid');
  const fixed = fixedColumns(question);
  const conditions = [...question.conditions];
  if (conditions.length === 0 || fixed.length === 2) {
    const order = [{ column: 'id', descending: false }];
    const where = bounds(fixed, order, undefined, parameters) + recheck(conditions, parameters);
    return statement(
      `SELECT count(*) AS total FROM shop.meta m WHERE m.shop_id = ${shop}${where}`,
      parameters,
    );
  }
  const page = { shop, parameters, fixed, order: [], conditions, most: 0 };
  return statement(`SELECT count(*) AS total FROM (${allRows(page, 'm.id')}) found`, parameters);
}

interface PageSearch {
  shop: string;
  parameters: Parameters;
  fixed: Fixed[];
  order: Order[];
  cursor?: string[];
  conditions: MetaCondition[];
  most: number;
}

function fixedColumns(question: MetaQuestion): Fixed[] {
  return (['resource_type', 'resource_id'] as const).flatMap((column) => {
    const value = question[column];
    return value === undefined ? [] : [{ column, value }];
  });
}

/** Without conditions, or all on one resource: the rows as an index on the resource gives them. */
function rowsInOrder({ shop, parameters, fixed, order, cursor, conditions, most }: PageSearch): string {
  const isFree = ({ column }: Order) => !fixed.some((each) => each.column === column);
  const free = order.filter(isFree);
  const whole = [...fixed.map(({ column }) => ({ column, descending: free[0]!.descending })), ...free];
  // A cursor from a list with another filter is no place in this index, but still a place in the order.
  const foreign = cursor?.some(
    (value, index) =>
      fixed.find(({ column }) => column === order[index]!.column)?.value !==
      (isFree(order[index]!) ? undefined : value),
  );
  const place = foreign ? undefined : cursor?.filter((_, index) => isFree(order[index]!));
  const where =
    bounds(fixed, free, place, parameters) +
    (foreign ? bounds([], order, cursor, parameters) : '') +
    recheck(conditions, parameters);
  return `SELECT ${columnsOf('m')} FROM shop.meta m
    WHERE m.shop_id = ${shop}${where} ORDER BY ${orderBy('m', whole)} LIMIT ${most}`;
}

/** In the order of the ids: segment after segment until the page is full, merged with the objects that are in none. */
function rowsBySegment(page: PageSearch): string {
  const { shop, order, parameters, most } = page;
  const descending = order[0]!.descending;
  const cursor = page.cursor && parameters.add(page.cursor[0], 'uuid');
  const search = { ...segmentSearch(page, 'in order of ids'), descending, ...(cursor && { cursor }) };
  const near = cursor ? segmentAt(shop, cursor) : descending ? lastSegment(shop) : '1';
  const series = `generate_series(${near}, ${descending ? '1, -1' : lastSegment(shop)})`;
  return `SELECT * FROM (
    (SELECT found.* FROM (SELECT ${series} AS segment) s CROSS JOIN LATERAL (${segmentPage(search, 's.segment')}) found LIMIT ${most})
    UNION ALL (${segmentPage(search, '0')})) merged
  ORDER BY id${descending ? ' DESC' : ''} LIMIT ${most}`;
}

/** In any other order: all that match, sorted. */
function rowsSorted(page: PageSearch): string {
  const { order, parameters, cursor, most } = page;
  const behind = bounds([], order, cursor, parameters);
  return `${allRows(page, columnsOf('m'), behind)} ORDER BY ${orderBy('m', order)} LIMIT ${most}`;
}

/** Every match, in no order. */
function allRows(page: PageSearch, selected: string, more = ''): string {
  const { shop } = page;
  const search = segmentSearch(page, 'in any order');
  const ids = (segment: string) => candidates(search, segment);
  return `SELECT ${selected} FROM (
      SELECT c.meta_id, s.segment FROM (SELECT generate_series(1, ${lastSegment(shop)}) AS segment) s CROSS JOIN LATERAL (${ids('s.segment')}) c
      UNION ALL SELECT c.meta_id, 0 FROM (${ids('0')}) c) c
    CROSS JOIN LATERAL (
      SELECT * FROM shop.meta m WHERE m.shop_id = ${shop} AND m.id = c.meta_id AND m.segment = c.segment${search.recheck}${more} OFFSET 0) m`;
}

/** Adds only the parameters that the statement names: Postgres refuses one whose type nothing tells. */
function segmentSearch(
  { shop, parameters, fixed, conditions, most }: PageSearch,
  wanted: 'in order of ids' | 'in any order',
): SegmentSearch {
  const searches = keySearches(conditions);
  const [only] = searches;
  const search = { shop, keys: searches.length, descending: false, most };
  const exact = searches.length === 1 && only!.exact && fixed.length === 0;
  if (exact && only!.point && wanted === 'in order of ids') {
    const point = parameters.add(only!.stretches[0]!.from, 'bytea');
    return { ...search, exact, point, stretches: '', recheck: '' };
  }
  const stretches = stretchesOf(searches, parameters);
  if (exact) return { ...search, exact, stretches, recheck: '' };
  const [column] = fixed.map((each) => ({ ...each, value: parameters.add(each.value, 'text') }));
  const ofColumn = column ? ` AND m.${column.column} = ${column.value}` : '';
  return {
    ...search,
    exact,
    stretches,
    ...(column && { fixed: column }),
    recheck: ofColumn + recheck(conditions, parameters),
  };
}

function stretchesOf(searches: KeySearch[], parameters: Parameters): string {
  const all = searches.flatMap(({ stretches }, index) =>
    stretches.map((each) => ({ ...each, no: index + 1 })),
  );
  const numbers = parameters.add(
    all.map(({ no }) => no),
    'integer[]',
  );
  const from = parameters.add(
    all.map((each) => each.from),
    'bytea[]',
  );
  const to = parameters.add(
    all.map((each) => each.to),
    'bytea[]',
  );
  return `unnest(${numbers}, ${from}, ${to}) AS t(no, from_tok, to_tok)`;
}
