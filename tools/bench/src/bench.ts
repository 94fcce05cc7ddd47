import { cpus } from 'node:os';
import { fillShop } from '@storewright/meta/testing';
import { cases } from './cases';
import { measureCitus } from './citus';
import { compareCases } from './compare';
import { measureExchange } from './exchange';
import { measureExports } from './exports';
import { measureHostileBodies } from './hostile-bodies';
import { measureCounting } from './counting';
import { measureDevelopment } from './development';
import { measureEntries } from './meta-entries';
import { type BenchShop, makeShop } from './people';
import { measureOutbox } from './outbox';
import { measurePeers } from './peers';
import { measurePools } from './pools';
import { measureSizes } from './sizes';
import { openStage, type Stage } from './stage';
import { measureStarts } from './starts';
import { measureStore } from './store';
import { measureSearches } from './store/searches';
import { measureWebhooks } from './webhooks';
import { measureWrites } from './writes';

/** Numbers of meta objects in the benchmark shops. Request benchmarks use the largest shop. */
const sizes = { full: [10_000, 100_000, 1_000_000], quick: [10_000, 200_000] };

const orders = { full: 100_000, quick: 20_000 };

const usage = `npm run bench -- [cases] [citus] [counting] [development] [entries] [exchange] [bodies] [exports]
  [outbox] [peers] [pools] [search] [sizes] [starts] [store] [writes] [webhooks] [--quick]
Measures the named parts, or all of them. --quick uses smaller shops and prints only the first two tables of webhooks.`;

/**
 * Runs the named benchmarks, or all benchmarks without a name, and prints their tables. `--quick` shortens
 * the benchmarks.
 */
export async function runBench(words: string[]): Promise<void> {
  const named = words.filter((word) => word !== '--quick');
  if (named.some((word) => !(word in parts))) return say(usage);
  const stage = await openStage();
  process.once('SIGINT', () => void stage.close().then(() => process.exit(1)));
  try {
    say(
      `Node ${process.version}, ${cpus().length} processors, Postgres ` +
        `${await postgresVersion(stage)}, row-level security on\n`,
    );
    const how = words.includes('--quick') ? 'quick' : 'full';
    const filled = once(() => fill(stage, sizes[how]));
    for (const part of named.length ? named : Object.keys(parts)) say(await parts[part]!(stage, filled, how));
  } finally {
    await stage.close();
  }
}

/** The benchmark shops in ascending order of size, and the shop API that several benchmarks use. */
interface Filled {
  shops: { size: number; shop: BenchShop }[];
  largest: BenchShop;
  ports: { shop: number };
}

type Part = (stage: Stage, filled: () => Promise<Filled>, how: keyof typeof sizes) => Promise<string>;

const parts: Record<string, Part> = {
  cases: async (stage, filled) => {
    const { largest, ports } = await filled();
    return compareCases(stage, largest, ports.shop, cases(largest, await someIds(stage, largest.id)));
  },
  citus: (stage, _, how) => measureCitus(stage, how, say),
  counting: (stage) => measureCounting(stage),
  development: () => measureDevelopment(),
  entries: async (stage, filled) => {
    const { shops, largest } = await filled();
    const objects = shops.reduce((sum, { size }) => sum + size, 0);
    return measureEntries(stage, largest, objects);
  },
  exchange: async (stage) => {
    const shop = await makeShop(stage.client, 'bench-exchange');
    return measureExchange(stage, shop, await stage.startService('auth-api'));
  },
  bodies: (stage) => measureHostileBodies(stage),
  exports: (stage, _, how) => measureExports(stage, orders[how], how, say),
  outbox: async (stage, filled) => {
    const { largest, ports } = await filled();
    return measureOutbox(stage, largest, ports.shop);
  },
  peers: (stage, _, how) => measurePeers(stage, orders[how], how, say),
  pools: (stage, _, how) => measurePools(stage, how, say),
  search: (stage, _, how) => measureSearches(stage, orders[how], say),
  sizes: async (_, filled) => {
    const { shops, ports } = await filled();
    return measureSizes(ports.shop, shops);
  },
  starts: (stage, _, how) => measureStarts(stage.folder, how),
  store: (stage, _, how) => measureStore(stage, orders[how], say),
  writes: (stage, _, how) => measureWrites(stage, how, say),
  // The webhook benchmark must be the last, because it empties the event log.
  webhooks: (stage, _, how) => measureWebhooks(stage, how, say),
};

async function fill(stage: Stage, wanted: readonly number[]): Promise<Filled> {
  const shops: Filled['shops'] = [];
  for (const size of wanted) shops.push({ size, shop: await filledShop(stage, size) });
  await stage.client.query('VACUUM ANALYZE');
  const ports = { shop: await stage.startService('shop-api') };
  return { shops, largest: shops.at(-1)!.shop, ports };
}

/** Memoizes `make`: runs it on the first call and returns the same result on every call. */
function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
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
