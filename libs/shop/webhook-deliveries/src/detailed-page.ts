import { type Listing, pageStatement, type Statement } from '@storewright/database';
import { type ListQuery, type Page, pageOf } from '@storewright/json-api';
import type { RowsOfShop } from '@storewright/tenancy';

/** A list by `id` whose rows show more than their table has. */
export interface DetailedListing extends Listing {
  /** What each row of the page `p` shows. */
  shown: string;
  /** Where that comes from: looked up for the rows of the page, and for no other. */
  details: string;
}

export async function readDetailedPage(
  rows: RowsOfShop,
  listing: DetailedListing,
  query: ListQuery,
): Promise<Page> {
  const count = `SELECT count(*)::integer AS total ${listing.from}`;
  const [read, total] = await Promise.all([
    rows.query(detailed(listing, pageStatement(listing, query), query)),
    query.total ? rows.query({ text: count, values: [...listing.values] }) : undefined,
  ]);
  return pageOf(query, read, total && Number(total[0]!['total']));
}

/** The statement of a page with the details of its rows. */
export function detailed(
  { shown, details }: DetailedListing,
  { text, ...page }: Statement,
  query: ListQuery,
): Statement {
  const descending = query.order[0]!.descending !== (query.before !== undefined);
  const order = `ORDER BY p.id${descending ? ' DESC' : ''}`;
  return { ...page, text: `SELECT ${shown} FROM (${text}) p ${details} ${order}` };
}
