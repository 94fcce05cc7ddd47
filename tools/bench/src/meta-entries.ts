// This file contains SQL that writes a meta object without rows in the search index, and reads the sizes of
// tables and indexes.
import { dataSourceOptions, ShopDatabase, type Statement } from '@storewright/database';
import { type Write, withEvent } from '@storewright/events';
import { entryTokens, meta } from '@storewright/meta';
import { insertMeta } from './insert-meta';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { cpuOf } from './cpu';
import { median } from './numbers';
import type { BenchShop } from './people';
import type { Stage } from './stage';
import { table } from './table';
import { ratioCells } from './turns';

/**
 * Number of measurements, and number of inserts in each measurement. Many inserts are necessary, because the
 * kernel counts CPU time in hundredths of a second.
 */
const [TURNS, INSERTS] = [9, 600];
/**
 * Maximum CPU time of an insert with rows in the search index, as a multiple of an insert without these rows.
 */
const BAR = 2.5;

const data = {
  ...{ colour: 'blue', price: 12.5, note: 'a note of some length', sale: true },
  ...{ tags: ['a', 'b'], size: 'XL', weight: 700, supplier: 'Mill & Sons' },
};

/**
 * Measures the cost of the search index of meta data: its size on disk, and the database CPU time of
 * inserting a meta object with its event. Uses the database role of the shop API. `objects` is the number of
 * meta objects in all shops.
 */
export async function measureEntries(stage: Stage, shop: BenchShop, objects: number): Promise<string> {
  const onDisk = await sizes(stage, objects);
  const options = { url: stage.databaseUrl('shop'), applicationName: 'bench', poolSize: 1 };
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  const database = new ShopDatabase(dataSource, options);
  const write = (statement: Statement) => database.write({ shop_id: shop.id }, statement);
  try {
    const [{ pid } = {}] = await write({ name: 'pid', text: 'SELECT pg_backend_pid() AS pid' });
    const [last] = (
      await stage.client.query<{ segment: number }>(
        'SELECT max(segment) AS segment FROM shop.meta_segments WHERE shop_id = $1',
        [shop.id],
      )
    ).rows;
    const kinds = [
      { name: 'without entries', insert: () => bareInsert(shop.id) },
      { name: 'with entries, where its segment is known', insert: () => fullInsert(shop.id, last!.segment) },
      { name: 'with entries, and a look for its segment', insert: () => fullInsert(shop.id) },
    ];
    const used = kinds.map((): number[] => []);
    for (let turn = 0; turn <= TURNS; turn += 1)
      for (const [at, { insert }] of kinds.entries()) {
        const before = cpuOf(Number(pid))!;
        for (let count = 0; count < INSERTS; count += 1)
          await write(withEvent(insert(), { shop_id: shop.id, origin: 'http://bench.localhost' }));
        // Ignores the first measurement, which warms up the database.
        if (turn > 0) used[at]!.push((cpuOf(Number(pid))! - before) / INSERTS);
      }
    return `${cpuTable(kinds, used)}\n${onDisk}`;
  } finally {
    await database.close();
    await dataSource.destroy();
  }
}

function cpuTable(kinds: readonly { name: string }[], used: readonly number[][]): string {
  const rows = kinds.map(({ name }, at) => {
    const ratios = used[at]!.map((ms, turn) => ms / used[0]![turn]!);
    const ratio = median(ratios);
    const verdict = at === 0 ? '' : `${BAR} ${ratio <= BAR ? 'met' : 'MISSED'}`;
    return [name, median(used[at]!).toFixed(3), ...ratioCells(ratios), verdict];
  });
  return table(['insert of an object with 8 keys', 'database ms', 'ratio', 'min', 'max', 'bar'], rows);
}

const fullInsert = (shop_id: string, segment?: number): Write =>
  insertMeta(shop_id, {
    ...{ id: uuidv7(), resource_type: 'orders', resource_id: '1', data: JSON.stringify(data) },
    ...{ tokens: entryTokens(data), segment },
  });

const bareInsert = (shop_id: string): Write => ({
  ...{ resource: meta, change: 'created', name: 'bench-meta-without-entries' },
  sql: `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, version, created_at, updated_at, segment)
    VALUES ($1::uuid, $2::uuid, $3, $4, $5::jsonb, 1, now(), now(), 1)`,
  values: [shop_id, uuidv7(), 'orders', '1', JSON.stringify(data)],
});

async function sizes({ client }: Stage, objects: number): Promise<string> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT c.oid::regclass::text AS name,
      pg_relation_size(c.oid) + coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0) AS bytes
     FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
     WHERE coalesce(i.indrelid, c.oid) IN ('shop.meta'::regclass, 'shop.meta_entries'::regclass)
       ORDER BY coalesce(i.indrelid, c.oid), c.oid`,
  );
  const perMillion = (bytes: string) => ((Number(bytes) / objects) * (1_000_000 / 1_048_576)).toFixed(0);
  return table(
    ['on disk', 'MB for a million objects'],
    rows.map(({ name, bytes }) => [name, perMillion(bytes)]),
  );
}
