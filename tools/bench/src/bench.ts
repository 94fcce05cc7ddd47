import { cpus } from 'node:os';
import { fillShop } from '@storewright/meta/testing';
import { cases } from './cases';
import { compareCases } from './compare';
import { measureExchange } from './exchange';
import { measureExports } from './exports';
import { measureHostileBodies } from './hostile-bodies';
import { measureEntries } from './meta-entries';
import { type BenchShop, makeShop } from './people';
import { measureOutbox } from './outbox';
import { measurePeers } from './peers';
import { measurePools } from './pools';
import { measureSizes } from './sizes';
import { openStage, type Stage } from './stage';
import { measureStarts } from './starts';
import { measureStore } from './store';
import { measureWebhooks } from './webhooks';
import { measureWrites } from './writes';

/** Objects of the shops: the largest one is what the cases run against. `--quick` leaves the million out. */
const sizes = { full: [10_000, 100_000, 1_000_000], quick: [10_000, 200_000] };

/** Orders of the store. */
const orders = { full: 100_000, quick: 20_000 };

const usage = `npm run bench -- [cases] [entries] [exchange] [bodies] [exports] [outbox] [peers] [pools] [sizes] [starts] [store] [writes] [webhooks] [--quick]
Measures these parts, or all. --quick leaves the shop of a million objects out, has a smaller store, and of webhooks the two first tables.`;

/**
 * Prints requests/s, p50 and p99 of each case with its ratio to floors measured in the same run, in turn; what a filtered page costs by size of
 * shop; what a store's lists and orders cost; how fast webhooks come. `words`: the parts; none for all.
 */
export async function runBench(words: string[]): Promise<void> {
  const named = words.filter((word) => word !== '--quick');
  if (named.some((word) => !(word in parts))) return say(usage);
  const stage = await openStage();
  process.once('SIGINT', () => void stage.close().then(() => process.exit(1)));
  try {
    say(
      `Node ${process.version}, ${cpus().length} processors, Postgres ${await postgresVersion(stage)}, row-level security on\n`,
    );
    const how = words.includes('--quick') ? 'quick' : 'full';
    const filled = lazily(() => fill(stage, sizes[how]));
    for (const part of named.length ? named : Object.keys(parts)) say(await parts[part]!(stage, filled, how));
  } finally {
    await stage.close();
  }
}

/** Shops by size, the largest one last, and the services that the parts share. */
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
  entries: async (stage, filled) => {
    const { shops, largest } = await filled();
    const objects = shops.reduce((sum, { size }) => sum + size, 0);
    return measureEntries(stage, largest, objects);
  },
  exchange: async (stage) => {
    const shop = await makeShop(stage.client, 'bench-exchange');
    return measureExchange(stage, shop, await stage.startService('auth-api'));
  },
  // Services of its own, which nobody else keeps busy.
  bodies: (stage) => measureHostileBodies(stage),
  // A shop of its own, and a shop API.
  exports: (stage, _, how) => measureExports(stage, orders[how], how, say),
  outbox: async (stage, filled) => {
    const { largest, ports } = await filled();
    return measureOutbox(stage, largest, ports.shop);
  },
  // A shop of its own, and services.
  peers: (stage, _, how) => measurePeers(stage, orders[how], how, say),
  // Services of its own, one after another.
  pools: (stage, _, how) => measurePools(stage, how, say),
  sizes: async (_, filled) => {
    const { shops, ports } = await filled();
    return measureSizes(ports.shop, shops);
  },
  // Of the command line.
  starts: (stage, _, how) => measureStarts(stage.folder, how),
  // A shop of its own, and a shop API.
  store: (stage, _, how) => measureStore(stage, orders[how], say),
  // Of one object, each against a bare server; with a worker beside.
  writes: (stage, _, how) => measureWrites(stage, how, say),
  // Needs no large shop, and leaves none of its own behind for the parts before it.
  webhooks: (stage, _, how) => measureWebhooks(stage, how, say),
};

async function fill(stage: Stage, wanted: readonly number[]): Promise<Filled> {
  const shops: Filled['shops'] = [];
  for (const size of wanted) shops.push({ size, shop: await filledShop(stage, size) });
  await stage.client.query('VACUUM ANALYZE');
  const ports = { shop: await stage.startService('shop-api') };
  return { shops, largest: shops.at(-1)!.shop, ports };
}

/** Made when it is first asked for. */
function lazily<T>(make: () => Promise<T>): () => Promise<T> {
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
