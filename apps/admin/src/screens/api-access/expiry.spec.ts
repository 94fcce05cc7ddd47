import { dayOf, expiresAt } from './expiry';

const now = new Date(2026, 10, 21, 23, 30);

describe('the expiry of a token', () => {
  it('is the end of the chosen day where the viewer lives, today included', () => {
    expect(expiresAt('date', '2026-11-21', now)).toBe(new Date(2026, 10, 21, 23, 59, 59, 999).toISOString());
    expect(expiresAt('date', '2026-12-31', now)).toBe(new Date(2026, 11, 31, 23, 59, 59, 999).toISOString());
  });

  it('is none where the day is over, missing, or no day', () => {
    for (const date of ['2026-11-20', '', '2026', 'soon'])
      expect(expiresAt('date', date, now)).toBeUndefined();
  });

  it('counts days from now on, or is never', () => {
    expect(expiresAt('30', '', now)).toBe(new Date(now.getTime() + 30 * 86_400_000).toISOString());
    expect(expiresAt('year', '', now)).toBe(new Date(now.getTime() + 365 * 86_400_000).toISOString());
    expect(expiresAt('never', '2026-12-31', now)).toBeNull();
  });

  it('knows the day of a moment as the viewer calls it', () => {
    expect([dayOf(now), dayOf(new Date(2026, 0, 2))]).toEqual(['2026-11-21', '2026-01-02']);
  });
});
