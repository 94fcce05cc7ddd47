import { floorsOf, growthOf, percentile, type Point, withoutWarmUp } from './trend';

/** A line of the table. */
export interface Verdict {
  what: string;
  seen: string;
  bar: string;
  ok: boolean;
}

/** The share of the time in which nothing is judged yet. */
const warmUp = 0.3;
/** In which the lowest point of a heap is looked for, each. */
const floorParts = 5;

export interface Growth {
  what: string;
  unit: string;
  /** What it may grow over the whole time after the warm-up, as a share of its middle, and at least by so much. */
  share?: number;
  least: number;
  /** Judged by what is left after collections of garbage. */
  floors?: boolean;
}

/** Flat: whatever the time is, it ends where it was after the warm-up. So the longer the run, the less is allowed an hour. */
export function flat(
  points: readonly Point[],
  { what, unit, share = 0, least, floors = false }: Growth,
): Verdict {
  const judged = withoutWarmUp(points, warmUp);
  const growth = growthOf(floors ? floorsOf(judged, floorParts) : judged);
  const middle = percentile(values(judged), 50);
  const allowed = Math.max(least, middle * share);
  return {
    what,
    seen: `${short(middle)} ${unit}, ${growth < 0 ? '−' : '+'}${short(Math.abs(growth))}`,
    bar: `≤ +${short(allowed)}`,
    ok: judged.length > 0 && growth <= allowed,
  };
}

/**
 * Memory of a process that has much to do at once: the room for young objects that V8 takes for that is bounded by `--max-semi-space-size`, and nothing that is kept. `young`: that
 * room, in the same looks.
 */
export function flatBesideYoung(memory: readonly Point[], young: readonly Point[], given: Growth): Verdict {
  const rooms = values(young);
  const room = rooms.length > 0 ? Math.max(...rooms) - rooms[0]! : 0;
  const what = `${given.what}, with ${short(room)} MiB more room for young objects`;
  return flat(memory, { ...given, what, least: given.least + room });
}

/** All but a twentieth of the looks are within the bar: one look may fall on a checkpoint. */
export function mostlyBelow(points: readonly Point[], what: string, unit: string, bar: number): Verdict {
  const judged = values(withoutWarmUp(points, warmUp));
  const seen = percentile(judged, 95);
  return {
    what,
    seen: `${short(percentile(judged, 50))} ${unit}, 95 % of the looks ≤ ${short(seen)}`,
    bar: `≤ ${short(bar)} ${unit}`,
    ok: judged.length > 0 && seen <= bar,
  };
}

/**
 * Bytes of a row, of each table by itself: all tables together grow also where more is written into those with long rows. What is judged, and shown, is the one that grows
 * most: it bloats.
 */
export function perRow(
  ofTables: ReadonlyMap<string, readonly Point[]>,
  what: string,
  allowed: number,
): Verdict {
  const grown = [...ofTables].map(([table, points]) => {
    const judged = withoutWarmUp(points, warmUp);
    const [first, last] = [judged[0]?.[1] ?? 0, judged.at(-1)?.[1] ?? 0];
    return { table, first, last, growth: growthOf(judged) / (first || 1) };
  });
  const most = grown.reduce((all, each) => (all && all.growth >= each.growth ? all : each), grown[0]);
  const { table, first, last, growth } = most ?? { table: 'no table', first: 0, last: 0, growth: 0 };
  return {
    what,
    seen: `${table}: ${short(first)} → ${short(last)} bytes a row, ${growth < 0 ? '−' : '+'}${short(Math.abs(growth) * 100)} %`,
    bar: `≤ +${short(allowed * 100)} %`,
    ok: most !== undefined && growth <= allowed,
  };
}

/** One number against one bar. */
export function atMost(what: string, value: number, unit: string, bar: number): Verdict {
  const suffix = unit && ` ${unit}`;
  return { what, seen: `${short(value)}${suffix}`, bar: `≤ ${short(bar)}${suffix}`, ok: value <= bar };
}

const values = (points: readonly Point[]) => points.map(([, value]) => value);

/** Three digits, and thousands by a comma. */
export function short(value: number): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return Number(value.toFixed(digits)).toLocaleString('en-US', { maximumFractionDigits: digits });
}
