import type { Point } from './trend';
import { atMost, flat, flatBesideYoung, mostlyBelow, perRow, formatNumber } from './verdicts';

/** Returns 100 samples at intervals of 5 s. */
const samples = (valueAt: (index: number) => number): Point[] =>
  Array.from({ length: 100 }, (_, index) => [index * 5, valueAt(index)]);
const memory = { what: 'memory', unit: 'MiB', share: 0.1, least: 16 };

describe('soak verdicts', () => {
  it('flat() accepts memory use that rises during the warm-up and then fluctuates', () => {
    const points = samples((look) => Math.min(200, 100 + look * 5) + (look % 10));
    expect(flat(points, memory)).toMatchObject({ ok: true, bar: '≤ +20.4' });
  });

  it('flat() with the option floors detects a memory leak that garbage collections hide', () => {
    const leak = samples((look) => 50 + look * 0.5 + (look % 12) * 10);
    expect(flat(leak, { ...memory, floors: true })).toMatchObject({ ok: false });
  });

  it('flat() allows the same total growth in ten minutes and in an hour', () => {
    const [tenMinutes, hour] = [1, 6].map((times) =>
      samples((look) => 200 + look * 0.2).map(([at, value]): Point => [
        at * times,
        value + at * times * 0.03,
      ]),
    );
    expect([flat(tenMinutes!, memory).ok, flat(hour!, memory).ok]).toEqual([false, false]);
    expect(
      flat(
        samples((look) => 200 + look * 0.2),
        memory,
      ).ok,
    ).toBe(true);
  });

  it('flat(), mostlyBelow() and perRow() return a failed verdict without samples', () => {
    expect([
      flat([], memory).ok,
      mostlyBelow([], 'lag', 'ms', 5).ok,
      perRow(new Map(), 'tables', 1).ok,
    ]).toEqual([false, false, false]);
  });

  it('flatBesideYoung() allows growth only in the heap space for new objects', () => {
    const [rising, bar] = [samples((look) => 200 + look), { what: 'memory', unit: 'MiB', least: 32 }];
    const grown = samples((look) => (look < 50 ? 64 : 128));
    expect(flatBesideYoung(rising, grown, bar)).toMatchObject({ ok: true, bar: '≤ +96' });
    expect(
      flatBesideYoung(
        rising,
        samples(() => 128),
        bar,
      ),
    ).toMatchObject({ ok: false, bar: '≤ +32' });
  });

  it('mostlyBelow() accepts up to one sample in twenty above the limit', () => {
    const often = (every: number) => samples((look) => (look % every === 0 ? 900 : 10));
    expect([mostlyBelow(often(25), 'lag', 'ms', 50).ok, mostlyBelow(often(10), 'lag', 'ms', 50).ok]).toEqual([
      true,
      false,
    ]);
  });

  it('perRow() reports the database table whose bytes per row grow most', () => {
    const flat = samples((look) => 500 + (look % 2));
    const bloated = samples((look) => 300 + look * 2);
    const both = new Map([
      ['events', flat],
      ['streams', bloated],
    ]);
    expect(perRow(both, 'tables', 0.2)).toMatchObject({
      ok: false,
      seen: expect.stringMatching(/^streams: 360 → 498 /),
    });
    expect(perRow(new Map([['events', flat]]), 'tables', 0.2)).toMatchObject({
      ok: true,
      seen: expect.stringMatching(/^events: /),
    });
  });

  it('atMost() returns a failed verdict if the number exceeds the limit', () => {
    expect(atMost('failed', 0, '', 0)).toEqual({ what: 'failed', seen: '0', bar: '≤ 0', ok: true });
    expect(atMost('idle', 1.4, '%', 1)).toMatchObject({ seen: '1.4 %', bar: '≤ 1 %', ok: false });
  });

  it('formatNumber() prints three digits', () => {
    expect([0.1234, 5, 12.34, 123.4, 100_000].map(formatNumber)).toEqual([
      '0.12',
      '5',
      '12.3',
      '123',
      '100,000',
    ]);
  });
});
