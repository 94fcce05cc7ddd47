import type { Bound } from './bound';
import type { MetaCondition } from './condition';
import type { Fixed, Order } from './order';
import { Parameters, type SearchStatement, statement } from './sql';
import { entrySearch, isPoints, type PageSearch } from './entry-sets';
import { rowsOfSmallSet } from './small-set';
import { allIds, rowsByIndex, rowsBySegment, rowsOfHead, rowsOfPoints, rowsSorted } from './access-paths';

export interface MetaQuestion {
  shop_id: string;
  resource_type?: string | undefined;
  resource_id?: string | undefined;
  conditions: readonly MetaCondition[];
}

export interface MetaPlace {
  order: readonly Order[];
  /** Cursor after which the page starts. An empty array means the start of the list. */
  after?: readonly string[] | undefined;
  /**
   * Cursor before which the page ends. An empty array means the end of the list. The rows are in reverse
   * order.
   */
  before?: readonly string[] | undefined;
  limit: number;
  offset?: number;
  /** Maximum number of rows that the metadata search returns. Defaults to the page size. */
  most?: number;
  /**
   * Limits on the work of the metadata search. If the search ends early, the rows contain a marker row
   * (`untilEnd`). undefined means unlimited.
   */
  bound?: Bound | undefined;
}

/**
 * Maximum number of rows of a query. A page has at most 100 objects, and a further row shows whether a next
 * page exists. Pages that are requested by number end at 10,000 objects (docs/contract.md §2).
 */
const MAX_ROWS = { byCursor: 101, byNumber: 10_101 };

/** Returns a statement that reads one page of metadata objects. */
export function searchStatement(question: MetaQuestion & MetaPlace): SearchStatement {
  const page = pageSearch(question);
  const { parameters } = page;
  const limit = parameters.add(question.limit, 'bigint');
  const offset = question.offset ? parameters.add(question.offset, 'bigint') : undefined;
  const wanted = offset ? `(${limit} + ${offset})` : limit;
  const { rows, joins } = rowsOf(page, wanted);
  const end = `LIMIT ${limit}${offset ? ` OFFSET ${offset}` : ''}`;
  return statement(`SELECT * FROM (${rows}) page ${end}`, parameters, joins);
}

interface Found {
  rows: string;
  joins?: 'merge';
}

function rowsOf(page: PageSearch, wanted: string): Found {
  if (isByResource(page)) return { rows: rowsByIndex(page) };
  const search = entrySearch(page);
  const byId = page.order[0]!.column === 'id';
  if (byId && isPoints(search)) {
    const rows = rowsOfPoints(search);
    if (search.sets.length === 1) return { rows };
    return { rows: rowsOfSmallSet(search, wanted, rows), joins: 'merge' };
  }
  const large = byId ? rowsBySegment(search, wanted) : rowsSorted(search);
  return { rows: rowsOfSmallSet(search, wanted, rowsOfHead(page, wanted, large)) };
}

/**
 * Returns a statement that counts the matching metadata objects. The statement scans all matches in the
 * index, so use it only if the client requests the total.
 */
export function totalStatement(question: MetaQuestion): SearchStatement {
  const { shop_id, resource_type, resource_id, conditions } = question;
  const order = [{ column: 'id', descending: false }];
  const page = pageSearch({ shop_id, resource_type, resource_id, conditions, order, limit: 0 });
  const { rows, joins }: Found = isByResource(page) ? { rows: rowsByIndex(page, 'all') } : allOf(page);
  return statement(`SELECT count(*) AS total FROM (${rows}) found`, page.parameters, joins);
}

function allOf(page: PageSearch): Found {
  const search = entrySearch(page);
  return { rows: allIds(search), ...(isPoints(search) && { joins: 'merge' }) };
}

const isByResource = ({ conditions, fixed }: PageSearch) => conditions.length === 0 || fixed.length === 2;

function pageSearch(question: MetaQuestion & MetaPlace): PageSearch {
  const { order, after, before, resource_type, resource_id } = question;
  const parameters = new Parameters();
  const shop = parameters.add(question.shop_id, 'uuid');
  const fixed: Fixed[] = [];
  if (resource_type !== undefined) fixed.push({ column: 'resource_type', value: resource_type });
  if (resource_id !== undefined) fixed.push({ column: 'resource_id', value: resource_id });
  const cursor = before ?? after;
  return {
    parameters,
    shop,
    fixed,
    conditions: question.conditions,
    bound: question.bound,
    order: before ? order.map(turned) : order,
    cursor: cursor?.length ? cursor : undefined,
    most: question.most ?? (question.offset ? MAX_ROWS.byNumber : MAX_ROWS.byCursor),
  };
}

const turned = ({ column, descending }: Order): Order => ({ column, descending: !descending });
