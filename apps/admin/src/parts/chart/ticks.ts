const MAX_INTERVALS = 5;

/**
 * Returns axis ticks from 0 to at least `max`. Steps are 1, 2 or 5 times a power of ten, which are also round in
 * major units of a currency.
 */
export function roundTicks(max: number): number[] {
  const least = Math.max(1, max / MAX_INTERVALS);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= least)!;
  const intervals = Math.max(1, Math.ceil(max / step));
  return Array.from({ length: intervals + 1 }, (_, at) => at * step);
}
