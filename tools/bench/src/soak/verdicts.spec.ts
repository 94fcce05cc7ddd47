import type { Point } from './trend';
import { atMost, flat, flatBesideYoung, mostlyBelow, perRow, short } from './verdicts';

/** 100 looks, 5 s apart. */
const looks = (valueAt: (look: number) => number): Point[] =>
  Array.from({ length: 100 }, (_, look) => [look * 5, valueAt(look)]);
const memory = { what: 'memory', unit: 'MiB', share: 0.1, least: 16 };

describe('the verdict of a soak', () => {
  it('calls memory flat that rises while it warms up, and then goes up and down', () => {
    const points = looks((look) => Math.min(200, 100 + look * 5) + (look % 10));
    expect(flat(points, memory)).toMatchObject({ ok: true, bar: '≤ +20.4' });
  });

  it('finds a leak beneath collections of garbage, which the middle of all looks hides', () => {
    const leak = looks((look) => 50 + look * 0.5 + (look % 12) * 10);
    expect(flat(leak, { ...memory, floors: true })).toMatchObject({ ok: false });
  });

  it('allows the same growth however long it goes on: an hour as ten minutes', () => {
    const [tenMinutes, hour] = [1, 6].map((times) =>
      looks((look) => 200 + look * 0.2).map(([at, value]): Point => [at * times, value + at * times * 0.03]),
    );
    expect([flat(tenMinutes!, memory).ok, flat(hour!, memory).ok]).toEqual([false, false]);
    expect(
      flat(
        looks((look) => 200 + look * 0.2),
        memory,
      ).ok,
    ).toBe(true);
  });

  it('is not ok where nothing was seen', () => {
    expect([flat([], memory).ok, mostlyBelow([], 'lag', 'ms', 5).ok, perRow(new Map(), 'tables', 1).ok]).toEqual([false, false, false]); // oxfmt-ignore
  });

  it('allows memory the room that young objects get, and no more', () => {
    const [rising, bar] = [looks((look) => 200 + look), { what: 'memory', unit: 'MiB', least: 32 }];
    const grown = looks((look) => (look < 50 ? 64 : 128));
    expect(flatBesideYoung(rising, grown, bar)).toMatchObject({ ok: true, bar: '≤ +96' });
    expect(flatBesideYoung(rising, looks(() => 128), bar)).toMatchObject({ ok: false, bar: '≤ +32' }); // oxfmt-ignore
  });

  it('passes over one look of twenty, not over more', () => {
    const often = (every: number) => looks((look) => (look % every === 0 ? 900 : 10));
    expect([mostlyBelow(often(25), 'lag', 'ms', 50).ok, mostlyBelow(often(10), 'lag', 'ms', 50).ok]).toEqual([true, false]); // oxfmt-ignore
  });

  it('finds the table whose rows take more and more, beside others that are larger', () => {
    const flat = looks((look) => 500 + (look % 2));
    const bloated = looks((look) => 300 + look * 2);
    const both = new Map([['events', flat], ['streams', bloated]]); // oxfmt-ignore
    expect(perRow(both, 'tables', 0.2)).toMatchObject({ ok: false, seen: expect.stringMatching(/^streams: 360 → 498 /) }); // oxfmt-ignore
    expect(perRow(new Map([['events', flat]]), 'tables', 0.2)).toMatchObject({ ok: true, seen: expect.stringMatching(/^events: /) }); // oxfmt-ignore
  });

  it('compares one number with its bar', () => {
    expect(atMost('failed', 0, '', 0)).toEqual({ what: 'failed', seen: '0', bar: '≤ 0', ok: true });
    expect(atMost('idle', 1.4, '%', 1)).toMatchObject({ seen: '1.4 %', bar: '≤ 1 %', ok: false });
  });

  it('prints three digits', () => {
    expect([0.1234, 5, 12.34, 123.4, 100_000].map(short)).toEqual(['0.12', '5', '12.3', '123', '100,000']);
  });
});
