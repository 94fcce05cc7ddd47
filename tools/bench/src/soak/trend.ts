import { percentile } from '../numbers';

/** A sample: time in seconds since the start, and value. */
export type Point = readonly [at: number, value: number];

/**
 * Maximum number of points for a slope. More points do not improve the slope, and the number of pairs grows
 * quadratically.
 */
const MAX_POINTS = 400;

/**
 * Returns the change per second as the median slope between all pairs of points (Theil–Sen estimator), so
 * that single peaks have no effect.
 */
export function slopeOf(points: readonly Point[]): number {
  const some = thinned(points, MAX_POINTS);
  const slopes: number[] = [];
  for (const [at, [time, value]] of some.entries())
    for (const [later, laterValue] of some.slice(at + 1))
      if (later > time) slopes.push((laterValue - value) / (later - time));
  return slopes.length === 0 ? 0 : percentile(slopes, 50);
}

/** Returns the change from the first point to the last point, computed from the median slope. */
export function growthOf(points: readonly Point[]): number {
  const [first, last] = [points[0], points.at(-1)];
  return first && last ? slopeOf(points) * (last[0] - first[0]) : 0;
}

/** Removes the points in the first `share` of the time, in which caches fill and V8 optimizes code. */
export function withoutWarmUp(points: readonly Point[], share: number): Point[] {
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return [];
  const from = first[0] + (last[0] - first[0]) * share;
  return points.filter(([at]) => at >= from);
}

/**
 * Divides the time into `parts` equal intervals and returns the lowest point of each interval. For a heap,
 * the lowest point is the size after a garbage collection.
 */
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

export function thinned<T>(all: readonly T[], max: number): T[] {
  if (all.length <= max) return [...all];
  return Array.from({ length: max }, (_, at) => all[Math.round((at * (all.length - 1)) / (max - 1))]!);
}
