import { behindId, endRow, type EntrySearch } from './entry-sets';

/**
 * Returns SQL for the ordered ids of metadata objects that have all given values, as column meta_id. The SQL
 * merges the index scans of the values and stops at the last id of the page.
 */
export function idsOfPoints(search: EntrySearch, most?: number): string {
  const { descending } = search.order[0]!;
  const first = search.bound ? ` LIMIT ${search.bound.entries}` : undefined;
  const entries = entriesOfPoints(search, first);
  const from = entries.map((ids, index) =>
    index === 0 ? `(${ids}) p0` : `JOIN (${ids}) p${index} ON p${index}.meta_id = p0.meta_id`,
  );
  const end = most === undefined ? '' : ` ORDER BY p0.meta_id${descending ? ' DESC' : ''} LIMIT ${most}`;
  return `SELECT p0.meta_id FROM ${from.join(' ')}${end}`;
}

/**
 * Returns SQL for the search index entries of each value after the page cursor. A list with a limit is sorted
 * by id.
 */
function entriesOfPoints({ shop, sets, order, cursor, parameters }: EntrySearch, some?: string): string[] {
  const { descending } = order[0]!;
  const behind = behindId('e.meta_id', cursor && parameters.add(cursor[0], 'uuid'), descending);
  const end = some === undefined ? '' : ` ORDER BY e.meta_id${descending ? ' DESC' : ''}${some}`;
  return sets.map(
    ({ ranges: [only] }) =>
      `SELECT e.meta_id FROM shop.meta_entries e WHERE e.shop_id = ${shop} AND e.tok = ${only!.from}${behind}${end}`,
  );
}

/**
 * Returns SQL for the id up to which a limited metadata search has found all matches. This is the smallest
 * last id among the index scans of the values.
 */
export function endOfPoints(search: EntrySearch, most: number): string {
  const last = entriesOfPoints(search, ` LIMIT 1 OFFSET ${most - 1}`).map((id) => `(${id})`);
  const first = search.order[0]!.descending ? 'greatest' : 'least';
  return endRow(`SELECT ${first}(${last.join(', ')}) AS id`, ['id']);
}
