/**
 * Sizes and daily requests of shops, with one element per shop. `hash` values are in the range from 0
 * (inclusive) to 1 (exclusive).
 */
export interface Loads {
  size: Float64Array;
  requests: Float64Array;
  hash: Float64Array;
}

/** A Citus shard, which is stored on one node. */
export interface Shard {
  /** Size of the shard in bytes. */
  size: number;
  /** Number of requests per day for all shops in the shard. */
  requests: number;
  isIsolated: boolean;
}

/**
 * Assigns shops to shards by hash ranges, as Citus does. A shop larger than `isolateAbove` bytes gets its own
 * shard.
 */
export function shardsOf({ size, requests, hash }: Loads, count: number, isolateAbove = Infinity): Shard[] {
  const shards = Array.from({ length: count }, (): Shard => ({ size: 0, requests: 0, isIsolated: false }));
  for (let shop = 0; shop < size.length; shop += 1) {
    const own = { size: size[shop]!, requests: requests[shop]!, isIsolated: true };
    if (own.size > isolateAbove) {
      shards.push(own);
      continue;
    }
    const shard = shards[Math.floor(hash[shop]! * count)]!;
    shard.size += own.size;
    shard.requests += own.requests;
  }
  return shards;
}

/** Assigns shards to nodes round-robin, as the `distribute` command does. */
export function roundRobin(shards: readonly Shard[], nodes: number): Shard[][] {
  return Array.from({ length: nodes }, (_, node) => shards.filter((_shard, at) => at % nodes === node));
}

/**
 * Assigns the largest shards first, each to the node with the least data. The `rebalance` command does about
 * the same with sizes on disk.
 */
export function bySize(shards: readonly Shard[], nodes: number): Shard[][] {
  const placed: { all: Shard[]; size: number }[] = Array.from({ length: nodes }, () => ({
    all: [],
    size: 0,
  }));
  for (const shard of [...shards].sort((a, b) => b.size - a.size)) {
    const least = placed.reduce((emptiest, node) => (node.size < emptiest.size ? node : emptiest));
    least.all.push(shard);
    least.size += shard.size;
  }
  return placed.map(({ all }) => all);
}

export function skewOf(nodes: readonly Shard[][], what: 'size' | 'requests'): number {
  const sums = nodes.map((shards) => shards.reduce((sum, shard) => sum + shard[what], 0));
  const all = sums.reduce((sum, each) => sum + each, 0);
  return Math.max(...sums) / (all / nodes.length);
}
