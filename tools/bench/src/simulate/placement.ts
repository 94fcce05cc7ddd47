/** Of each shop, at its index. */
export interface Loads {
  size: Float64Array;
  requests: Float64Array;
  hash: Float64Array;
}

/** What is together on a node, and moves together. */
export interface Shard {
  /** In bytes. */
  size: number;
  /** A day. */
  requests: number;
  /** Of one shop alone. */
  isAlone: boolean;
}

/** The shops by ranges of their hashes, as Citus does it; shops larger than `isolateAbove` have a shard of their own. */
export function shardsOf({ size, requests, hash }: Loads, count: number, isolateAbove = Infinity): Shard[] {
  const shards = Array.from({ length: count }, (): Shard => ({ size: 0, requests: 0, isAlone: false }));
  for (let shop = 0; shop < size.length; shop += 1) {
    const own = { size: size[shop]!, requests: requests[shop]!, isAlone: true };
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

/** In turn, as `distribute` leaves them. */
export function inTurn(shards: readonly Shard[], nodes: number): Shard[][] {
  return Array.from({ length: nodes }, (_, node) => shards.filter((_shard, at) => at % nodes === node));
}

/** The largest first, each to the node that has least: what `rebalance` comes near to, which goes by the size on disk. */
export function bySize(shards: readonly Shard[], nodes: number): Shard[][] {
  const placed: { all: Shard[]; size: number }[] = Array.from({ length: nodes }, () => ({
    all: [],
    size: 0,
  }));
  for (const shard of [...shards].sort((a, b) => b.size - a.size)) {
    const least = placed.reduce((found, node) => (node.size < found.size ? node : found));
    least.all.push(shard);
    least.size += shard.size;
  }
  return placed.map(({ all }) => all);
}

/** What the node has that has most, of what the average one has. */
export function skewOf(nodes: readonly Shard[][], what: 'size' | 'requests'): number {
  const sums = nodes.map((shards) => shards.reduce((sum, shard) => sum + shard[what], 0));
  const all = sums.reduce((sum, each) => sum + each, 0);
  return Math.max(...sums) / (all / nodes.length);
}
