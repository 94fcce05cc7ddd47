import type { TestDatabase } from '@storewright/testing';
import type { Client, QueryResult } from 'pg';
import type { SearchStatement } from '../sql';
import { entryTokens } from '../token';
import type { Stored } from './naive';

/** Runs one statement as the service does: in the shop's tenant transaction. */
export async function asShop(
  client: Client,
  shop: string,
  statement: SearchStatement,
): Promise<QueryResult<Record<string, unknown>>> {
  await client.query(`BEGIN; SET LOCAL app.shop_id = '${shop}'`);
  try {
    return await client.query<Record<string, unknown>>(statement);
  } finally {
    await client.query('COMMIT');
  }
}

/** Stores objects as the writers of the platform would have over time; ids that are no UUIDv7 come from the future, into segment 0. */
export async function insertObjects(
  database: TestDatabase,
  shop: string,
  objects: Stored[],
  { segmentSize }: { segmentSize: number },
): Promise<Stored[]> {
  const ofTime = objects
    .filter(({ id }) => id[14] === '7')
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const starts = ofTime.filter((_, index) => index > 0 && index % segmentSize === 0).map(({ id }) => id);
  await database.query(
    'INSERT INTO shop.meta_segments SELECT $1, no + 1, from_id FROM unnest($2::uuid[]) WITH ORDINALITY AS t(from_id, no)',
    [shop, starts],
  );
  const segmentOf = (id: string) => (id[14] === '7' ? 1 + starts.filter((start) => start <= id).length : 0);
  for (const { id, resource_type, resource_id, data } of objects) {
    await database.query(
      `WITH e AS (INSERT INTO shop.meta_entries SELECT $1, $6, tok, $2 FROM unnest($7::bytea[]) tok)
       INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at, segment)
       VALUES ($1, $2, $3, $4, $5, now(), now(), $6)`,
      [shop, id, resource_type, resource_id, JSON.stringify(data), segmentOf(id), entryTokens(data)],
    );
  }
  await database.query('VACUUM ANALYZE shop.meta, shop.meta_entries, shop.meta_segments');
  return objects;
}
