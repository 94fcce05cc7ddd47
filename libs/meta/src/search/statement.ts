import type { MetaCondition } from './condition';
import type { Order } from './order';
import { Parameters, type SearchStatement, statement } from './sql';
import { allIds, isPoint, type PageSearch, rowsBySegment, rowsByIndex, rowsOfHead, rowsSorted } from './ways';

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
  const page = pageSearch(question);
  const { parameters } = page;
  const limit = parameters.add(question.limit, 'bigint');
  const offset = question.offset ? parameters.add(question.offset, 'bigint') : undefined;
  const wanted = offset ? `(${limit} + ${offset})` : limit;
  return statement(
    `SELECT * FROM (${rowsOf(page, wanted)}) page LIMIT ${limit}${offset ? ` OFFSET ${offset}` : ''}`,
    parameters,
  );
}

function rowsOf(page: PageSearch, wanted: string): string {
  if (page.conditions.length === 0 || page.fixed.length === 2) return rowsByIndex(page);
  if (page.order[0]!.column !== 'id') return rowsOfHead(page, wanted, rowsSorted(page));
  return isPoint(page) ? rowsBySegment(page, wanted) : rowsOfHead(page, wanted, rowsBySegment(page, wanted));
}

/** How many objects match: column `total`. Reads all of them in the index, so only on request. */
export function totalStatement(question: MetaQuestion): SearchStatement {
  const page = pageSearch({ ...question, order: [{ column: 'id', descending: false }], limit: 0 });
  const rows =
    page.conditions.length === 0 || page.fixed.length === 2 ? rowsByIndex(page, 'all') : allIds(page);
  return statement(`SELECT count(*) AS total FROM (${rows}) found`, page.parameters);
}

function pageSearch(question: MetaQuestion & MetaPlace): PageSearch {
  const parameters = new Parameters();
  const backwards = question.before !== undefined;
  const cursor = question.before ?? question.after ?? [];
  return {
    parameters,
    shop: parameters.add(question.shop_id, 'uuid'),
    fixed: (['resource_type', 'resource_id'] as const).flatMap((column) => {
      const value = question[column];
      return value === undefined ? [] : [{ column, value }];
    }),
    order: question.order.map(({ column, descending }) => ({ column, descending: descending !== backwards })),
    ...(cursor.length > 0 && { cursor }),
    conditions: question.conditions,
    most: question.offset ? mostRows.byNumber : mostRows.byCursor,
  };
}
