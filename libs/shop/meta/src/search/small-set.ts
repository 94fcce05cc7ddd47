import { behindId, type EntrySearch, everyCondition, idsOfSet, rowOfEach } from './entry-sets';
import { bounds, orderBy, orderToEnd } from './order';
import { columnsOfMeta } from './sql';

/**
 * Maximum number of search index entries in the whole shop for which the metadata search checks rows one by
 * one.
 */
const smallSet = 250;

/**
 * Returns SQL for the matching rows in the first small set of search index entries. The SQL runs `rest` if
 * all sets are large.
 */
export function rowsOfSmallSet(search: EntrySearch, wanted: string, rest: string): string {
  const { sets, most } = search;
  // Counts all search index entries in the set, because an index on tokens cannot start at the page cursor.
  const probes = sets.map(
    (set, index) =>
      `WHEN (SELECT count(*) FROM (SELECT 1 FROM (${idsOfSet(search, set)}) e
        LIMIT ${smallSet + 1}) p) <= ${smallSet} THEN ${index + 1}`,
  );
  return `WITH small AS MATERIALIZED (SELECT CASE ${probes.join(' ')} ELSE 0 END AS set)
    SELECT * FROM (
      (${rowsOfFound(search)} LIMIT ${wanted})
      UNION ALL (SELECT * FROM (${rest}) rest WHERE (SELECT set FROM small) = 0 LIMIT ${wanted})
    ) either ORDER BY ${orderToEnd('either', search)} LIMIT ${most}`;
}

function rowsOfFound(search: EntrySearch): string {
  const { sets, order, cursor, parameters } = search;
  const byId = order[0]!.column === 'id';
  const { descending } = order[0]!;
  const behind = byId && cursor ? behindId('e.meta_id', parameters.add(cursor[0], 'uuid'), descending) : '';
  const ids = sets.map((set, index) => idsOfSet(search, set, { gate: `d.set = ${index + 1}` }));
  const found = `SELECT e.meta_id FROM small d CROSS JOIN LATERAL (${ids.join(' UNION ALL ')}) e
    WHERE true${behind} ORDER BY e.meta_id${descending ? ' DESC' : ''}`;
  const check = everyCondition(search);
  if (byId) return rowOfEach(search, found, columnsOfMeta, check);
  const rows = rowOfEach(search, found, columnsOfMeta, check + bounds([], order, cursor, parameters));
  return `${rows} ORDER BY ${orderBy('r', order)}`;
}
