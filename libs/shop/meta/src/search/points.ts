import { behindId, type EntrySearch } from './entry-sets';

/**
 * The ids, in their order, that have every value asked for: column meta_id. An index gives those of each value in this order, and they are merged as they come:
 * nothing is collected, and a page reads no further than its last id.
 */
export function idsOfPoints({ shop, sets, order, cursor, parameters }: EntrySearch, most?: number): string {
  const { descending } = order[0]!;
  const place = cursor && parameters.add(cursor[0], 'uuid');
  const entries = sets.map(
    ({ ranges: [only] }) =>
      `SELECT e.meta_id FROM shop.meta_entries e WHERE e.shop_id = ${shop} AND e.tok = ${only!.from}${behindId('e.meta_id', place, descending)}`,
  );
  const from = entries.map((ids, index) =>
    index === 0 ? `(${ids}) p0` : `JOIN (${ids}) p${index} ON p${index}.meta_id = p0.meta_id`,
  );
  const end = most === undefined ? '' : ` ORDER BY p0.meta_id${descending ? ' DESC' : ''} LIMIT ${most}`;
  return `SELECT p0.meta_id FROM ${from.join(' ')}${end}`;
}
