/** A value at a time, in s since the beginning. */
export type Point = readonly [at: number, value: number];

/** More say nothing more of a trend, and pairs of them grow with the square. */
const mostPoints = 400;

/**
 * The change per second: the middle of the slopes between all pairs of points (Theil–Sen), which a single peak does not move, as a collection of garbage or a
 * checkpoint makes it.
 */
export function slopeOf(points: readonly Point[]): number {
  const some = thinned(points, mostPoints);
  const slopes: number[] = [];
  for (const [at, [time, value]] of some.entries())
    for (const [later, laterValue] of some.slice(at + 1))
      if (later > time) slopes.push((laterValue - value) / (later - time));
  return slopes.length === 0 ? 0 : percentile(slopes, 50);
}

/** What the slope adds from the first point to the last. */
export function growthOf(points: readonly Point[]): number {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? slopeOf(points) * (last[0] - first[0]) : 0;
}

/** Without this share of the time at the beginning, in which caches fill and code is compiled. */
export function withoutWarmUp(points: readonly Point[], share: number): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const from = first[0] + (last[0] - first[0]) * share;
  return points.filter(([at]) => at >= from);
}

/** The lowest point of each of so many equal parts of the time: what of a heap is left after a collection. */
export function floorsOf(points: readonly Point[], parts: number): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const length = (last[0] - first[0]) / parts || 1;
  const floors = new Map<number, Point>();
  for (const point of points) {
    const part = Math.min(parts - 1, Math.floor((point[0] - first[0]) / length));
    const lowest = floors.get(part);
    if (!lowest || point[1] < lowest[1]) floors.set(part, point);
  }
  return [...floors.values()];
}

/** The nearest rank; 0 of nothing. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

/** At most so many of them, evenly apart, the first and the last with them. */
export function thinned<T>(all: readonly T[], most: number): T[] {
  if (all.length <= most) return [...all];
  return Array.from({ length: most }, (_, at) => all[Math.round((at * (all.length - 1)) / (most - 1))]!);
}
