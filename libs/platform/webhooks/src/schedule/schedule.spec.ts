import { probeDelay, retryAfterOf, retryDelay } from './schedule';

const hour = 3_600_000;
const middle = () => 0.5;
const now = Date.UTC(2026, 10, 21, 12);

describe('retryDelay', () => {
  it('grows from five seconds to six hours with the number of consecutive failures', () => {
    const minutes = Array.from({ length: 11 }, (_, at) => retryDelay(at + 1, middle) / 60_000);
    expect(minutes).toEqual([5 / 60, 0.5, 2, 10, 30, 60, 120, 240, 360, 360, 360]);
  });

  it('varies randomly by up to a fifth', () => {
    expect([retryDelay(1, () => 0), retryDelay(1, () => 0.999999)]).toEqual([4000, 6000]);
    expect([probeDelay(() => 0), probeDelay(middle)]).toEqual([0.8 * hour, hour]);
  });

  it('is at least as long as the Retry-After header requests, up to six hours', () => {
    expect(retryDelay(1, middle, 90_000)).toBe(90_000);
    expect(retryDelay(4, middle, 90_000)).toBe(600_000);
    expect(retryDelay(1, middle, 100 * hour)).toBe(6 * hour);
    expect(probeDelay(middle, 2 * hour)).toBe(2 * hour);
  });
});

describe('retryAfterOf', () => {
  it.each([
    ['120', 120_000],
    [' 0 ', 0],
    ['Sat, 21 Nov 2026 12:10:00 GMT', 600_000],
    ['Sat, 21 Nov 2026 11:00:00 GMT', 0],
    ['99999999999', undefined],
    ['-5', undefined],
    ['1.5', undefined],
    ['2026-11-21', undefined],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('converts the Retry-After header %j to %s milliseconds', (header, ms) => {
    expect(retryAfterOf(header, now)).toBe(ms);
  });
});
