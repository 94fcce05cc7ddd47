import { type CommonTable, timeOfChange, type Write } from '@storewright/events';
import { meta } from './meta.resource';
import { segmentOfNew } from './search';

export interface NewMeta {
  id: string;
  resource_type: string;
  resource_id: string;
  /** `data` as JSON text. */
  data: string;
  /** Its entries in the search table. */
  tokens: Buffer[];
  /** Where it belongs, if that is known (`KnownSegments`); otherwise the statement finds it. */
  segment?: number | undefined;
}

/** The object and its search entries. Also gives the `segment` that they are in. */
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

/** By itself it finds the object's segment in the object's row. */
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

export interface Change {
  id: string;
  /** Of the locked row. */
  segment: number;
  data: string;
  /** Search entries that are no longer true, and those that are new. */
  gone: Buffer[];
  added: Buffer[];
}

/**
 * Only the search entries that changed are written, and nothing where the data stays what it is. The row is
 * locked already.
 */
export function updateMeta(shopId: string, { id, segment, data, gone, added }: Change): Write {
  return {
    ...{ resource: meta, change: 'updated', name: 'meta-update' },
    with: [
      {
        name: 'removed',
        sql:
          'DELETE FROM shop.meta_entries WHERE shop_id = $1 AND segment = $3 AND tok = ANY ($5::bytea[]) ' +
          'AND meta_id = $2',
      },
      entries({ segment: '$3', rows: tokens }),
    ],
    sql: `
      UPDATE shop.meta
      SET data = $4, version = version + 1, updated_at = ${timeOfChange}
      WHERE shop_id = $1 AND id = $2 AND data <> $4::jsonb`,
    values: [shopId, id, segment, data, gone, added],
  };
}

/** The row is locked already; its search entries go with it. */
export function deleteMeta(
  shopId: string,
  { id, segment, gone }: Pick<Change, 'id' | 'segment' | 'gone'>,
): Write {
  return {
    ...{ resource: meta, change: 'deleted', name: 'meta-delete' },
    with: [
      {
        name: 'entries',
        sql:
          'DELETE FROM shop.meta_entries WHERE shop_id = $1 AND segment = $3 AND tok = ANY ($4::bytea[]) ' +
          'AND meta_id = $2',
      },
    ],
    sql: 'DELETE FROM shop.meta WHERE shop_id = $1 AND id = $2',
    values: [shopId, id, segment, gone],
  };
}
