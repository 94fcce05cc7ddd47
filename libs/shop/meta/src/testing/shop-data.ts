import { mergeJoins, type Setting, shopTopology } from '@storewright/database';
import type { TestDatabase } from '@storewright/testing';
import type { Client, QueryResult } from 'pg';
import type { SearchStatement } from '../search/sql';
import { entryTokens } from '../search/token';
import type { Stored } from './naive';

export async function asShop(
  client: Client,
  shop: string,
  { joins, ...statement }: Omit<SearchStatement, 'name'>,
): Promise<QueryResult<Record<string, unknown>>> {
  const topology = shopTopology();
  const settings: Setting[] = [['app.shop_id', shop], ...(joins ? mergeJoins : [])];
  // Sets the session settings that Citus requires. The shop API sets them when it opens a connection.
  if (topology.hasWorkerNodes) settings.unshift(...Object.entries(topology.sessionSettings));
  for (const each of topology.openTransaction(settings)) await client.query(each);
  try {
    return await client.query<Record<string, unknown>>(topology.translate(statement));
  } finally {
    await client.query('COMMIT');
  }
}

const batch = 1_000;

/**
 * Inserts metadata objects and their search index segments, as if clients had created the objects over time.
 * Ids that are not UUIDv7 belong to segment 0, as ids from the future do.
 */
export async function insertObjects(
  database: Pick<TestDatabase, 'query'>,
  shop: string,
  objects: Stored[],
  { segmentSize }: { segmentSize: number },
): Promise<Stored[]> {
  const ofTime = objects
    .map(({ id }) => id)
    .filter((id) => id[14] === '7')
    .sort();
  const starts = ofTime.filter((_, index) => index > 0 && index % segmentSize === 0);
  await database.query(
    'INSERT INTO shop.meta_segments SELECT $1, no + 1, from_id FROM unnest($2::uuid[]) WITH ' +
      'ORDINALITY AS t(from_id, no)',
    [shop, starts],
  );
  const placed = objects.map((object) => {
    const segment = object.id[14] === '7' ? 1 + starts.filter((start) => start <= object.id).length : 0;
    return { ...object, segment };
  });
  for (let i = 0; i < placed.length; i += batch)
    await insertBatch(database, shop, placed.slice(i, i + batch));
  for (const table of ['meta', 'meta_entries', 'meta_segments'])
    await database.query(`VACUUM ANALYZE shop.${table}`);
  return objects;
}

async function insertBatch(
  database: Pick<TestDatabase, 'query'>,
  shop: string,
  objects: (Stored & { segment: number })[],
): Promise<void> {
  const of = <K extends keyof Stored | 'segment'>(column: K) => objects.map((object) => object[column]);
  await database.query(
    `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at, segment)
     SELECT $1, id, type, resource, data, now(), now(), segment
     FROM unnest($2::uuid[], $3::text[], $4::text[], $5::jsonb[], $6::integer[]) AS t(id, type, resource, data,
       segment)`,
    [
      shop,
      of('id'),
      of('resource_type'),
      of('resource_id'),
      of('data').map((data) => JSON.stringify(data)),
      of('segment'),
    ],
  );
  const entries = objects.flatMap(({ id, segment, data }) =>
    entryTokens(data).map((token) => ({ id, segment, token })),
  );
  await database.query(
    'INSERT INTO shop.meta_entries (shop_id, segment, tok, meta_id) SELECT $1, * FROM ' +
      'unnest($2::integer[], $3::bytea[], $4::uuid[])',
    [
      shop,
      entries.map(({ segment }) => segment),
      entries.map(({ token }) => token),
      entries.map(({ id }) => id),
    ],
  );
}
