import type { Client } from 'pg';
import { segmentOfNew } from '../segments';
import { Random } from '../testing/random';
import { entryTokens } from '../token';
import { labData } from './lab-objects';

const row = `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, created_at, updated_at, segment)
  SELECT $1::uuid, $2::uuid, 'orders', $3::text, $4::jsonb, now(), now(),`;
const entries = (segment: string) =>
  `INSERT INTO shop.meta_entries (shop_id, segment, tok, meta_id) SELECT $1, ${segment}, tok, $2 FROM unnest($5::bytea[]) tok`;

/** How a new object is stored: the row alone; with its entries at the end of the index; with its entries anywhere in the index, as without segments. */
const ways = {
  'row alone': `${row} 1 WHERE $5::bytea[] IS NOT NULL`,
  'with its entries': `WITH place AS MATERIALIZED (SELECT ${segmentOfNew('$1::uuid', '$2::uuid')} AS segment),
    e AS (${entries('(SELECT segment FROM place)')}) ${row} (SELECT segment FROM place)`,
  'with its entries anywhere': `WITH place AS MATERIALIZED (SELECT 1 + floor(random() * 100)::integer AS segment),
    e AS (${entries('(SELECT segment FROM place)')}) ${row} (SELECT segment FROM place)`,
};

/** Prints what one insert costs in the largest shop, in microseconds: medians of interleaved runs in one transaction, which is rolled back. */
export async function measureWrites(client: Client, shop: string, rounds = 3_000): Promise<void> {
  await client.query(`BEGIN; SET LOCAL app.shop_id = '${shop}'`);
  const random = new Random(99);
  const times = new Map(Object.keys(ways).map((way) => [way, [] as number[]]));
  const floor: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    for (const [way, text] of Object.entries(ways)) {
      const data = labData(random, 1_000_000 + i, 1_000_000);
      const id = idNow(random);
      const values = [shop, id, String(i), JSON.stringify(data), entryTokens(data)];
      times.get(way)!.push(await timed(() => client.query({ name: `write ${way}`, text, values })));
    }
    floor.push(await timed(() => client.query({ name: 'floor', text: 'SELECT 1' })));
  }
  await client.query('ROLLBACK');
  for (const [way, all] of times)
    console.log(`insert, ${way}: ${Math.round(median(all) - median(floor))} µs`);
}

function idNow(random: Random): string {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}${random.uuidV4().slice(13)}`;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) * 1_000;
}

const median = (times: number[]) =>
  [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)]!;
