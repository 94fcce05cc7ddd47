/** Returns a percentile by the nearest-rank method, or 0 without values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? 0;
}

export const median = (values: readonly number[]): number => percentile(values, 50);

export function countByName(names: Iterable<string | number>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(String(name), (counts.get(String(name)) ?? 0) + 1);
  return new Map([...counts].sort(([one], [other]) => one.localeCompare(other)));
}

/** Formats the number of responses with each status, such as `200 × 400, 503 × 2`. */
export function formatCounts(counts: Iterable<readonly [string | number, number]>): string {
  return [...counts].map(([name, count]) => `${name} × ${count}`).join(', ');
}

export const formatSeconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
