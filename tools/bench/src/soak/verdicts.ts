import { percentile } from '../numbers';
import { floorsOf, growthOf, type Point, withoutWarmUp } from './trend';

export interface Verdict {
  what: string;
  seen: string;
  bar: string;
  ok: boolean;
}

/** Share of the time at the start that verdicts ignore, from 0 to 1. */
const WARM_UP_SHARE = 0.3;
const FLOOR_PARTS = 5;

export interface Growth {
  what: string;
  unit: string;
  /**
   * Allowed growth after the warm-up, as a share of the median value. Growth up to `least` is always allowed.
   */
  share?: number;
  least: number;
  /** If true, uses only the lowest points, which follow garbage collections. */
  floors?: boolean;
}

/**
 * Returns a verdict that passes if a value does not grow after the warm-up. The allowed total growth does not
 * depend on the duration.
 */
export function flat(
  points: readonly Point[],
  { what, unit, share = 0, least, floors = false }: Growth,
): Verdict {
  const judged = withoutWarmUp(points, WARM_UP_SHARE);
  const growth = growthOf(floors ? floorsOf(judged, FLOOR_PARTS) : judged);
  const middle = percentile(values(judged), 50);
  const allowed = Math.max(least, middle * share);
  return {
    what,
    seen: `${formatNumber(middle)} ${unit}, ${growth < 0 ? '−' : '+'}${formatNumber(Math.abs(growth))}`,
    bar: `≤ +${formatNumber(allowed)}`,
    ok: judged.length > 0 && growth <= allowed,
  };
}

/**
 * Like `flat`, for the memory of a process during a burst of load. Also allows growth of `young`, the heap
 * space for new objects, which `--max-semi-space-size` limits.
 */
export function flatBesideYoung(memory: readonly Point[], young: readonly Point[], growth: Growth): Verdict {
  const rooms = values(young);
  const room = rooms.length > 0 ? Math.max(...rooms) - rooms[0]! : 0;
  const what = `${growth.what}, with ${formatNumber(room)} MiB more room for young objects`;
  return flat(memory, { ...growth, what, least: growth.least + room });
}

/**
 * Returns a verdict that passes if 95 % of the samples are below the limit. The other samples can coincide
 * with a Postgres checkpoint.
 */
export function mostlyBelow(points: readonly Point[], what: string, unit: string, bar: number): Verdict {
  const judged = values(withoutWarmUp(points, WARM_UP_SHARE));
  const seen = percentile(judged, 95);
  return {
    what,
    seen: `${formatNumber(percentile(judged, 50))} ${unit}, 95 % of the looks ≤ ${formatNumber(seen)}`,
    bar: `≤ ${formatNumber(bar)} ${unit}`,
    ok: judged.length > 0 && seen <= bar,
  };
}

/**
 * Returns a verdict that passes if the bytes per row of no table grow. Reports the table with the highest
 * growth.
 */
export function perRow(
  ofTables: ReadonlyMap<string, readonly Point[]>,
  what: string,
  allowed: number,
): Verdict {
  const tables = [...ofTables].map(([table, points]) => {
    const judged = withoutWarmUp(points, WARM_UP_SHARE);
    const [first, last] = [judged[0]?.[1] ?? 0, judged.at(-1)?.[1] ?? 0];
    return { table, first, last, growth: growthOf(judged) / (first || 1) };
  });
  const worst = tables.reduce((all, each) => (all && all.growth >= each.growth ? all : each), tables[0]);
  const { table, first, last, growth } = worst ?? { table: 'no table', first: 0, last: 0, growth: 0 };
  return {
    what,
    seen:
      `${table}: ${formatNumber(first)} → ${formatNumber(last)} bytes a row, ` +
      `${growth < 0 ? '−' : '+'}${formatNumber(Math.abs(growth) * 100)} %`,
    bar: `≤ +${formatNumber(allowed * 100)} %`,
    ok: worst !== undefined && growth <= allowed,
  };
}

export function atMost(what: string, value: number, unit: string, bar: number): Verdict {
  const suffix = unit && ` ${unit}`;
  return {
    what,
    seen: `${formatNumber(value)}${suffix}`,
    bar: `≤ ${formatNumber(bar)}${suffix}`,
    ok: value <= bar,
  };
}

const values = (points: readonly Point[]) => points.map(([, value]) => value);

export function formatNumber(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(digits)).toLocaleString('en-US', { maximumFractionDigits: digits });
}
