import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '@storewright/embedded-postgres';
import { migrate, urlAs } from '@storewright/schema';
import { Client } from 'pg';
import { searchStatement } from '../statement';
import { labShapes } from './shapes';
import { fillShop } from './shop-of-size';
import { measureWrites } from './writes';

/** Prints what a first page of 25 costs in shops of the sizes given, in milliseconds of the database: the best tenth, so that a busy machine matters little; prepared, one connection. */
const sizes = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [10_000, 100_000];
const passwords = { owner: 'owner', auth: 'auth', shop: 'shop' };
const byId = [{ column: 'id', descending: false }];
const shopOf = (size: number) => `00000000-0000-4000-8000-${String(size).padStart(12, '0')}`;

async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'meta-lab-'));
  chmodSync(folder, 0o755);
  const settings = {
    shared_buffers: '2GB',
    max_wal_size: '8GB',
    maintenance_work_mem: '512MB',
    autovacuum: 'off',
  };
  const server = await startPostgres({ dataDirectory: join(folder, 'data'), durable: false, settings });
  try {
    await migrate({ auth: server.url(), shop: server.url() }, passwords);
    await load(server.url(), folder);
    await measure(urlAs(server.url(), 'shop', passwords));
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function load(url: string, folder: string): Promise<void> {
  const administrator = new Client({ connectionString: url });
  await administrator.connect();
  for (const size of sizes) {
    const started = Date.now();
    const entries = await fillShop(administrator, shopOf(size), size, folder);
    console.log(`${size} objects, ${entries} entries: ${Date.now() - started} ms`);
  }
  for (const table of ['meta', 'meta_entries', 'meta_segments'])
    await administrator.query(`VACUUM ANALYZE shop.${table}`);
  const { rows } = await administrator.query(
    `SELECT relname, pg_size_pretty(pg_total_relation_size(oid)) FROM pg_class WHERE relnamespace = 'shop'::regnamespace AND relkind = 'r'`,
  );
  console.log(rows.map((row) => Object.values(row).join(' ')).join(', '));
  await administrator.end();
}

async function measure(url: string): Promise<void> {
  const client = new Client({ connectionString: url, options: '-c plan_cache_mode=force_generic_plan' });
  await client.connect();
  const names = labShapes(1).map(({ name }) => name);
  const table = new Map(names.map((name) => [name, [] as string[]]));
  for (const size of sizes) {
    const shop = shopOf(size);
    await client.query(`BEGIN; SET LOCAL app.shop_id = '${shop}'`);
    const floor = await tenth(() => client.query({ name: 'floor', text: 'SELECT 1' }));
    for (const { name, order = byId, ...question } of labShapes(size)) {
      const statement = searchStatement({ shop_id: shop, ...question, order, limit: 26 });
      let rows = 0;
      const ms = await tenth(async () => (rows = (await client.query(statement)).rows.length));
      table.get(name)!.push(
        `${Math.max(0, ms - floor)
          .toFixed(2)
          .padStart(9)} (${rows})`,
      );
    }
    await client.query('COMMIT');
  }
  console.log(`| shape | ${sizes.join(' | ')} |`);
  for (const [name, cells] of table) console.log(`| ${name} | ${cells.join(' | ')} |`);
  await measureWrites(client, shopOf(Math.max(...sizes)));
  await client.end();
}

async function tenth(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  const started = performance.now();
  for (let i = 0; i < 60 && (i < 7 || performance.now() - started < 1_500); i += 1) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return times.sort((one, other) => one - other)[Math.floor(times.length / 10)]!;
}

void main();
