// SQL: a meta object without its search entries, to see what they cost, and how large they are.
import { dataSourceOptions, ShopDatabase, type Statement } from '@storewright/database';
import { type Write, withEvent } from '@storewright/events';
import { entryTokens, insertMeta, meta } from '@storewright/meta';
import { DataSource } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';
import { cpuOf } from './cpu';
import { median } from './load';
import type { BenchShop } from './people';
import type { Stage } from './stage';
import { table } from './table';

/** Turns of so many inserts each, of one kind after another: processor time is told in hundredths of a second. */
const [turns, inserts] = [9, 600];
/** The server's processor time of an insert with its entries, as a multiple of one without. */
const bar = 2.5;

const data = {
  ...{ colour: 'blue', price: 12.5, note: 'a note of some length', sale: true },
  ...{ tags: ['a', 'b'], size: 'XL', weight: 700, supplier: 'Mill & Sons' },
};

/**
 * What the search costs the server for each new object: processor time of its process for an insert with its event, in a transaction of its own with its context, as the
 * shop API's role. And what it takes on disk. `objects`: in all shops.
 */
export async function measureEntries(stage: Stage, shop: BenchShop, objects: number): Promise<string> {
  const onDisk = await sizes(stage, objects);
  const options = { url: stage.databaseUrl('shop'), applicationName: 'bench', poolSize: 1 };
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  const database = new ShopDatabase(dataSource, options);
  const run = (statement: Statement) => database.write({ shop_id: shop.id }, statement);
  try {
    const [{ pid } = {}] = await run({ name: 'pid', text: 'SELECT pg_backend_pid() AS pid' });
    const [last] = (
      await stage.client.query<{ segment: number }>(
        'SELECT max(segment) AS segment FROM shop.meta_segments WHERE shop_id = $1',
        [shop.id],
      )
    ).rows;
    const kinds = [
      { name: 'without entries', write: () => alone(shop.id) },
      { name: 'with entries, where its segment is known', write: () => whole(shop.id, last!.segment) },
      { name: 'with entries, and a look for its segment', write: () => whole(shop.id) },
    ];
    const used = kinds.map((): number[] => []);
    for (let turn = 0; turn <= turns; turn += 1)
      for (const [at, { write }] of kinds.entries()) {
        const before = cpuOf(Number(pid))!;
        for (let count = 0; count < inserts; count += 1)
          await run(withEvent(write(), { shop_id: shop.id, origin: 'http://bench.localhost' }));
        // The first turn warms up.
        if (turn > 0) used[at]!.push((cpuOf(Number(pid))! - before) / inserts);
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
    const said = at === 0 ? '' : `${bar} ${ratio <= bar ? 'met' : 'MISSED'}`;
    return [
      name,
      median(used[at]!).toFixed(3),
      ...[ratio, Math.min(...ratios), Math.max(...ratios)].map((each) => each.toFixed(2)),
      said,
    ];
  });
  return table(['insert of an object with 8 keys', 'database ms', 'ratio', 'min', 'max', 'bar'], rows);
}

const whole = (shop_id: string, segment?: number): Write =>
  insertMeta(shop_id, {
    ...{ id: uuidv7(), resource_type: 'orders', resource_id: '1', data: JSON.stringify(data) },
    ...{ tokens: entryTokens(data), segment },
  });

const alone = (shop_id: string): Write => ({
  ...{ resource: meta, change: 'created', name: 'bench-meta-without-entries' },
  sql: `INSERT INTO shop.meta (shop_id, id, resource_type, resource_id, data, version, created_at, updated_at, segment)
    VALUES ($1::uuid, $2::uuid, $3, $4, $5::jsonb, 1, now(), now(), 1)`,
  values: [shop_id, uuidv7(), 'orders', '1', JSON.stringify(data)],
});

async function sizes({ client }: Stage, objects: number): Promise<string> {
  const { rows } = await client.query<{ name: string; bytes: string }>(
    `SELECT c.oid::regclass::text AS name, pg_relation_size(c.oid) + coalesce(pg_relation_size(nullif(c.reltoastrelid, 0)), 0) AS bytes
     FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
     WHERE coalesce(i.indrelid, c.oid) IN ('shop.meta'::regclass, 'shop.meta_entries'::regclass) ORDER BY coalesce(i.indrelid, c.oid), c.oid`,
  );
  const perMillion = (bytes: string) => ((Number(bytes) / objects) * (1_000_000 / 1_048_576)).toFixed(0);
  return table(
    ['on disk', 'MB for a million objects'],
    rows.map(({ name, bytes }) => [name, perMillion(bytes)]),
  );
}
