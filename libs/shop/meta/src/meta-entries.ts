import { insertRows } from '@storewright/database';
import type { Row } from '@storewright/entities';
import type { CommonTable } from '@storewright/events';
import { type ShopTransaction, SqlValue } from '@storewright/tenancy';
import type { Meta } from './meta.entity';
import { segmentOfNew } from './search';

/**
 * Returns an SQL value for the search index segment of a new metadata object. The statement also inserts the
 * search index entries of the object. If `segment` is undefined, the statement determines the segment.
 */
export function segmentWithEntries(tokens: readonly Buffer[], segment: number | undefined): SqlValue {
  return segment === undefined
    ? new SqlValue({ ...unplaced, parameters: { tokens } })
    : new SqlValue({ ...placed, parameters: { tokens, known_segment: segment } });
}

const insertEntries = 'INSERT INTO shop.meta_entries (shop_id, segment, tok, meta_id) SELECT';
const tokens = 'unnest(:tokens::bytea[]) AS tok';

/**
 * Returns SQL that inserts the search index entries of a metadata object. On Citus, the SQL reads the search
 * index segment from the inserted row.
 */
const entries = (segment: string, from: string): CommonTable => ({
  name: 'entries',
  sql: `${insertEntries} :shop_id::uuid, ${segment}, tok, :id::uuid FROM ${from}`,
  standaloneSql: `${insertEntries} m.shop_id, m.segment, tok, m.id FROM shop.meta m, ${tokens}
    WHERE m.shop_id = :shop_id::uuid AND m.id = :id::uuid`,
  isAfterWrite: true,
});

const placed = {
  name: 'placed',
  sql: ':known_segment::integer',
  with: [entries(':known_segment::integer', tokens)],
};

const unplaced = {
  name: 'found',
  sql: '(SELECT segment FROM place)',
  with: [
    {
      name: 'place',
      sql: `SELECT ${segmentOfNew(':shop_id::uuid', ':id::uuid')} AS segment`,
      columns: { segment: 'integer' },
    },
    entries('place.segment', `place, ${tokens}`),
  ],
};

/** Replaces the search index entries of a locked metadata object whose data changed. */
export function changeEntries(
  tx: ShopTransaction,
  { id, segment }: Pick<Row<Meta>, 'id' | 'segment'>,
  { removed, added }: { removed: readonly Buffer[]; added: readonly Buffer[] },
): Promise<unknown>[] {
  const shop_id = tx.shop.id;
  return [
    ...(removed.length === 0
      ? []
      : [
          tx.query({
            name: 'meta-entries-remove',
            text: `DELETE FROM shop.meta_entries
              WHERE shop_id = $1 AND segment = $2 AND tok = ANY ($3::bytea[]) AND meta_id = $4`,
            values: [shop_id, segment, removed, id],
          }),
        ]),
    ...(added.length === 0
      ? []
      : [
          tx.query(
            insertRows({
              ...{ name: 'meta-entries-add', table: 'shop.meta_entries' },
              same: { shop_id, segment, meta_id: id },
              each: { tok: { type: 'bytea', values: added } },
            }),
          ),
        ]),
  ];
}
