// This file contains SQL that writes a meta object, its rows in the search index and its event as the shop
// API does.
import type { CommonTable, Write } from '@storewright/events';
import { meta, segmentOfNew } from '@storewright/meta';

export interface NewMeta {
  id: string;
  resource_type: string;
  resource_id: string;
  data: string;
  tokens: Buffer[];
  /**
   * Search segment of the meta object (`KnownSegments`). If undefined, the SQL statement determines the
   * segment.
   */
  segment?: number | undefined;
}

/**
 * Returns the SQL statement that inserts a meta object and its rows in the search index. The statement
 * returns the search segment.
 */
export function insertMeta(shopId: string, object: NewMeta): Write {
  const { id, resource_type, resource_id, data, tokens, segment } = object;
  const values = [shopId, id, resource_type, resource_id, data, tokens];
  const write = { resource: meta, change: 'created', also: ['segment'] };
  if (segment === undefined) return { ...write, ...placing, values };
  return { ...write, ...placed, values: [...values, segment] };
}

const columns = 'shop_id, id, resource_type, resource_id, data, version, created_at, updated_at, segment';
const values = '$1::uuid, $2::uuid, $3, $4, $5::jsonb, 1, now(), now()';
const insertEntries = 'INSERT INTO shop.meta_entries (shop_id, segment, tok, meta_id) SELECT';

/** If the search segment is unknown, the SQL statement reads it from the inserted row. */
const entries = (from: { segment: string; rows: string }): CommonTable => ({
  name: 'entries',
  sql: `${insertEntries} $1::uuid, ${from.segment}, tok, $2::uuid FROM ${from.rows}`,
  standaloneSql: `${insertEntries} m.shop_id, m.segment, tok, m.id FROM shop.meta m, unnest($6::bytea[]) AS tok
    WHERE m.shop_id = $1::uuid AND m.id = $2::uuid`,
  isAfterWrite: true,
});
const tokens = 'unnest($6::bytea[]) AS tok';

const placed = {
  name: 'meta-insert-placed',
  with: [entries({ segment: '$7::integer', rows: tokens })],
  sql: `INSERT INTO shop.meta (${columns}) VALUES (${values}, $7::integer)`,
};
const placing: Pick<Write, 'name' | 'with' | 'sql'> = {
  name: 'meta-insert',
  with: [
    {
      name: 'place',
      sql: `SELECT ${segmentOfNew('$1::uuid', '$2::uuid')} AS segment`,
      columns: { segment: 'integer' },
    },
    entries({ segment: 'place.segment', rows: `place, ${tokens}` }),
  ],
  sql: `INSERT INTO shop.meta (${columns}) VALUES (${values}, (SELECT segment FROM place))`,
};
