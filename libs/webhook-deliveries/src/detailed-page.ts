import { type Listing, pageStatement } from '@storewright/database';
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
  { shown, details, ...listing }: DetailedListing,
  query: ListQuery,
): Promise<Page> {
  const { text, values } = pageStatement(listing, query);
  const descending = query.order[0]!.descending !== (query.before !== undefined);
  const page = `SELECT ${shown} FROM (${text}) p ${details} ORDER BY p.id${descending ? ' DESC' : ''}`;
  const count = `SELECT count(*)::integer AS total ${listing.from}`;
  const [read, total] = await Promise.all([
    rows.query({ text: page, ...(values && { values }) }),
    query.total ? rows.query({ text: count, values: [...listing.values] }) : undefined,
  ]);
  return pageOf(query, read, total && Number(total[0]!['total']));
}
