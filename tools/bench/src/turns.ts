import { median } from './numbers';

/** Runs a measurement `turns` times, after one run that only warms up. */
export async function measureTurns<T>(turns: number, measure: () => Promise<T>): Promise<T[]> {
  const runs: T[] = [];
  await measure();
  while (runs.length < turns) runs.push(await measure());
  return runs;
}

export function medianOf<T>(runs: readonly T[], value: (run: T) => number, digits = 0): string {
  return median(runs.map(value)).toFixed(digits);
}

export function ratioCells(ratios: readonly number[]): string[] {
  return [median(ratios), Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2));
}

export function barCell(ratio: number, bar: number): string {
  return `${bar} ${ratio >= bar ? 'met' : 'MISSED'}`;
}
