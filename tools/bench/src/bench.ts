import { cpus } from 'node:os';
import { fillShop } from '@storewright/meta';
import { cases } from './cases';
import { compareCases } from './compare';
import { measureExchange } from './exchange';
import { type BenchShop, makeShop } from './people';
import { measureOutbox } from './outbox';
import { measureSizes } from './sizes';
import { openStage, type Stage } from './stage';

/** Objects of the shops: the largest one is what the cases run against. `--quick` leaves the million out. */
const sizes = { full: [10_000, 100_000, 1_000_000], quick: [10_000, 200_000] };

/**
 * Prints requests/s, p50 and p99 of each case with its ratio to floors measured in the same run, in turn; then what a filtered page costs by size of
 * shop. `words`: `cases`, `exchange`, `outbox` or `sizes` for these parts alone; `--quick`.
 */
export async function runBench(words: string[]): Promise<void> {
  const wanted = words.includes('--quick') ? sizes.quick : sizes.full;
  const stage = await openStage();
  process.once('SIGINT', () => void stage.close().then(() => process.exit(1)));
  try {
    say(
      `Node ${process.version}, ${cpus().length} processors, Postgres ${await postgresVersion(stage)}, row-level security on\n`,
    );
    const shops: { size: number; shop: BenchShop }[] = [];
    for (const size of wanted) shops.push({ size, shop: await filledShop(stage, size) });
    await stage.client.query('VACUUM ANALYZE');
    const ports = { shop: await stage.startService('shop-api'), auth: await stage.startService('auth-api') };
    const largest = shops.at(-1)!.shop;
    const parts: Record<string, () => Promise<string>> = {
      cases: async () =>
        compareCases(stage, largest, ports.shop, cases(largest, await someIds(stage, largest.id))),
      exchange: () => measureExchange(stage, largest, ports.auth),
      outbox: () => measureOutbox(stage, largest),
      sizes: () => measureSizes(ports.shop, shops),
    };
    const named = words.filter((word) => word in parts);
    for (const part of named.length ? named : Object.keys(parts)) say(await parts[part]!());
  } finally {
    await stage.close();
  }
}

async function someIds({ client }: Stage, shopId: string): Promise<string[]> {
  const sample = 'SELECT id FROM shop.meta TABLESAMPLE SYSTEM (1) WHERE shop_id = $1 LIMIT 2000';
  const { rows } = await client.query<{ id: string }>(sample, [shopId]);
  return rows.map(({ id }) => id);
}

async function filledShop(stage: Stage, size: number) {
  const shop = await makeShop(stage.client, `bench-${size}`);
  const started = Date.now();
  const entries = await fillShop(stage.client, shop.id, size, stage.folder);
  say(
    `filled ${shop.domain}: ${size} objects, ${entries} search entries, ${Math.round((Date.now() - started) / 1000)} s`,
  );
  return shop;
}

async function postgresVersion({ client }: Stage): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  return rows[0]!.server_version;
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
