import { table } from '../table';
import { bytesOf, citusProcessors, costs, workersFor } from './costs';
import { type SimulateOptions, simulateOptions } from './options';
import { bySize, roundRobin, type Loads, type Shard, shardsOf, skewOf } from './placement';
import { shopsOf } from './shops';

/** Sizes above which a shop gets its own shard, as shares of an average node. */
const THRESHOLDS = [0.5, 0.2, 0.1, 0.05, 0.02];
/**
 * Maximum load of the fullest node as a multiple of the average load. Above this limit, the simulation
 * recommends isolating the largest shops.
 */
const MAX_SKEW = 1.1;

/**
 * Simulates a Citus cluster whose shop sizes have a heavy-tailed distribution. Prints how evenly the shops
 * are distributed over the nodes, and the effect of isolating the largest shops.
 */
export function runSimulate(words: string[]): void {
  try {
    process.stdout.write(`${simulationReport(simulateOptions(words))}\n`);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 2;
  }
}

interface Layout {
  name: string;
  /** Size above which shops are isolated, as a share of an average node. */
  threshold?: number;
  shards: Shard[];
  nodes: Shard[][];
}

export function simulationReport(options: SimulateOptions): string {
  const { nodes, shards: shardCount } = options;
  const shops = loadsOf(options);
  const total = shops.size.reduce((sum, each) => sum + each, 0);
  const perNode = total / nodes;
  const shards = shardsOf(shops, shardCount);
  const layouts: Layout[] = [
    { name: 'in turn, as distributed', shards, nodes: roundRobin(shards, nodes) },
    { name: 'rebalanced by size', shards, nodes: bySize(shards, nodes) },
    ...THRESHOLDS.map((threshold): Layout => {
      const isolated = shardsOf(shops, shardCount, threshold * perNode);
      const name = `shops above ${threshold * 100} % of a node isolated, rebalanced`;
      return { name, threshold, shards: isolated, nodes: bySize(isolated, nodes) };
    }),
  ];
  const largest = shops.size.reduce((max, each) => Math.max(max, each), 0);
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

function loadsOf({ shops, tail, seed, objects, entries, requests }: SimulateOptions): Loads {
  const { size, requests: usage, hash } = shopsOf(shops, tail, seed);
  const bytes = size.map((each, shop) => bytesOf(each * objects, entries, usage[shop]! * requests));
  return { size: bytes, requests: usage.map((each) => each * requests), hash };
}

function rowOf({ name, shards, nodes }: Layout, perNode: number): string[] {
  const largest = shards.reduce((max, { size }) => Math.max(max, size), 0);
  return [
    name,
    String(shards.filter(({ isIsolated }) => isIsolated).length),
    skewOf(nodes, 'size').toFixed(2),
    skewOf(nodes, 'requests').toFixed(2),
    ((largest / perNode) * 100).toFixed(1),
  ];
}

function totalsOf(options: SimulateOptions, bytes: number, largest: number): string {
  const { shops, nodes, shards, tail, seed, objects, entries, requests } = options;
  const perSecond = (shops * requests) / 86_400;
  const peak = perSecond * costs.peak;
  const { coordinator, workers } = citusProcessors(peak);
  return `${abbreviated(shops)} shops (${tail.kind}:${tail.by}, seed ${seed}), ${abbreviated(shops * objects)} meta objects, ${abbreviated(shops * objects * entries)} entries, ${sizeOf(bytes)}; the largest shop has ${sizeOf(largest)}.
${abbreviated(perSecond)} requests a second, ${abbreviated(peak)} in the busiest hour: ${abbreviated((peak * costs.databaseMs) / 1_000)} processors for Postgres, ${abbreviated((peak * costs.nodeMs) / 1_000)} for the services, all of them busy.
On Citus, with reads from the nodes: ${abbreviated(coordinator)} processors for the coordinator, ${abbreviated(workers)} for the workers. Workers of ${costs.worker.processors} processors and ${sizeOf(costs.worker.bytes)}: ${workersFor(bytes, peak)}.
${abbreviated(shards)} shards, ${abbreviated(nodes)} ${nodes === 1 ? 'node' : 'nodes'}: ${sizeOf(bytes / nodes)} and ${abbreviated(peak / nodes)} requests a second each, on average.
`;
}

/** Recommends the highest isolation threshold whose skew is acceptable. */
function adviceOf(layouts: readonly Layout[], perNode: number, largest: number): string {
  const share = largest / perNode;
  if (share > MAX_SKEW)
    return (
      `The largest shop alone has ${share.toFixed(1)} times what a node has on average: more nodes ` +
      'do not help it, only a larger one does.'
    );
  const layout = layouts
    .slice(1)
    .find(({ nodes }) => skewOf(nodes, 'size') <= MAX_SKEW && skewOf(nodes, 'requests') <= MAX_SKEW);
  if (!layout)
    return `No threshold brings each node below ${MAX_SKEW}: use more shards (--shards), or fewer nodes.`;
  if (layout.threshold === undefined) return 'No shop needs its own shard. Run rebalance.';
  return (
    `Run isolate-shop for shops from ${sizeOf(layout.threshold * perNode)} on: no node has more ` +
    `than ${MAX_SKEW} then.`
  );
}

function abbreviated(value: number): string {
  const [unit, divisor] = ([['G', 1e9], ['M', 1e6], ['k', 1e3]] as const).find(([, least]) => value >= least) ?? ['', 1]; // oxfmt-ignore
  return `${Number((value / divisor).toPrecision(3))}${unit && ` ${unit}`}`;
}

function sizeOf(bytes: number): string {
  const [unit, divisor] = ([['TB', 1e12], ['GB', 1e9]] as const).find(([, least]) => bytes >= least) ?? ['MB', 1e6]; // oxfmt-ignore
  return `${Number((bytes / divisor).toPrecision(3))} ${unit}`;
}
