import { table } from '../table';
import { bytesOf, costs } from './costs';
import { type SimulateOptions, simulateOptions } from './options';
import { bySize, inTurn, type Loads, type Shard, shardsOf, skewOf } from './placement';
import { shopsOf } from './shops';

/** Shops that are larger than this share of an average node are isolated. */
const thresholds = [0.5, 0.2, 0.1, 0.05, 0.02];
/** A node may have so much of the average one: more is a reason to isolate. */
const mostSkew = 1.1;

/** Prints how unevenly shops with a heavy tail lie on the nodes of a cluster, and what isolating the largest does about it. */
export function runSimulate(words: string[]): void {
  try {
    process.stdout.write(`${simulated(simulateOptions(words))}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  }
}

/** What was tried with the shards, and what came of it. */
interface Layout {
  name: string;
  /** Of the average node. */
  threshold?: number;
  shards: Shard[];
  nodes: Shard[][];
}

export function simulated(options: SimulateOptions): string {
  const { nodes, shards: shardCount } = options;
  const shops = loadsOf(options);
  const total = shops.size.reduce((sum, each) => sum + each, 0);
  const perNode = total / nodes;
  const shards = shardsOf(shops, shardCount);
  const layouts: Layout[] = [
    { name: 'in turn, as distributed', shards, nodes: inTurn(shards, nodes) },
    { name: 'rebalanced by size', shards, nodes: bySize(shards, nodes) },
    ...thresholds.map((threshold): Layout => {
      const isolated = shardsOf(shops, shardCount, threshold * perNode);
      const name = `shops above ${threshold * 100} % of a node isolated, rebalanced`;
      return { name, threshold, shards: isolated, nodes: bySize(isolated, nodes) };
    }),
  ];
  const largest = shops.size.reduce((most, each) => Math.max(most, each), 0);
  return [
    totalsOf(options, total, largest),
    table(
      ['shards', 'isolated shops', 'fullest node', 'busiest node', 'largest shard'],
      layouts.map((layout) => rowOf(layout, perNode)),
    ),
    'Of the average node, 1.00. The largest shard in % of one.\n',
    adviceOf(layouts, perNode, largest),
  ].join('\n');
}

/** What each shop has on the disk, and asks for in a day. */
function loadsOf({ shops, tail, seed, objects, entries, requests }: SimulateOptions): Loads {
  const { size, requests: asked, hash } = shopsOf(shops, tail, seed);
  const bytes = size.map((each, shop) => bytesOf(each * objects, entries, asked[shop]! * requests));
  return { size: bytes, requests: asked.map((each) => each * requests), hash };
}

function rowOf({ name, shards, nodes }: Layout, perNode: number): string[] {
  const largest = shards.reduce((most, { size }) => Math.max(most, size), 0);
  return [
    name,
    String(shards.filter(({ isAlone }) => isAlone).length),
    skewOf(nodes, 'size').toFixed(2),
    skewOf(nodes, 'requests').toFixed(2),
    ((largest / perNode) * 100).toFixed(1),
  ];
}

function totalsOf(options: SimulateOptions, bytes: number, largest: number): string {
  const { shops, nodes, shards, tail, seed, objects, entries, requests } = options;
  const perSecond = (shops * requests) / 86_400;
  const peak = perSecond * costs.peak;
  return `${said(shops)} shops (${tail.kind}:${tail.by}, seed ${seed}), ${said(shops * objects)} meta objects, ${said(shops * objects * entries)} entries, ${sizeOf(bytes)}; the largest shop has ${sizeOf(largest)}.
${said(perSecond)} requests a second, ${said(peak)} in the busiest hour: ${said((peak * costs.databaseMs) / 1_000)} processors for Postgres, ${said((peak * costs.nodeMs) / 1_000)} for the services, all of them busy.
${said(shards)} shards, ${said(nodes)} ${nodes === 1 ? 'node' : 'nodes'}: ${sizeOf(bytes / nodes)} and ${said(peak / nodes)} requests a second each, on average.
`;
}

/** From which size on a shop should be isolated: the highest threshold that is enough. */
function adviceOf(layouts: readonly Layout[], perNode: number, largest: number): string {
  const share = largest / perNode;
  if (share > mostSkew)
    return `The largest shop alone has ${share.toFixed(1)} times what a node has on average: more nodes do not help it, only a larger one does.`;
  const enough = layouts
    .slice(1)
    .find(({ nodes }) => skewOf(nodes, 'size') <= mostSkew && skewOf(nodes, 'requests') <= mostSkew);
  if (!enough)
    return `No threshold brings each node below ${mostSkew}: use more shards (--shards), or fewer nodes.`;
  if (enough.threshold === undefined) return 'Nothing has to be isolated: rebalance is enough.';
  return `Run isolate-shop for shops from ${sizeOf(enough.threshold * perNode)} on: no node has more than ${mostSkew} then.`;
}

/** Three digits, with k, M or G. */
function said(value: number): string {
  const [unit, divisor] = ([['G', 1e9], ['M', 1e6], ['k', 1e3]] as const).find(([, least]) => value >= least) ?? ['', 1]; // oxfmt-ignore
  return `${Number((value / divisor).toPrecision(3))}${unit && ` ${unit}`}`;
}

function sizeOf(bytes: number): string {
  const [unit, divisor] = ([['TB', 1e12], ['GB', 1e9]] as const).find(([, least]) => bytes >= least) ?? ['MB', 1e6]; // oxfmt-ignore
  return `${Number((bytes / divisor).toPrecision(3))} ${unit}`;
}
