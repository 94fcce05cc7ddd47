import { expiresAt } from './expiry';

const here = { now: Date.parse('2026-11-21T22:30:00Z'), zone: 'Europe/Berlin' };

describe('expiresAt', () => {
  it('returns the end of the selected day in the shop’s time zone, including today', () => {
    expect(expiresAt('date', '2026-11-21', here)).toBe('2026-11-21T22:59:59.999Z');
    expect(expiresAt('date', '2026-12-31', here)).toBe('2026-12-31T22:59:59.999Z');
    expect(expiresAt('date', '2026-12-31', { ...here, zone: 'Asia/Kolkata' })).toBe(
      '2026-12-31T18:29:59.999Z',
    );
  });

  it('returns undefined for a past, missing or invalid day', () => {
    for (const date of ['2026-11-20', '', '2026', 'soon', '2026-13-01'])
      expect(expiresAt('date', date, here)).toBeUndefined();
    expect(expiresAt('date', '2026-11-21', { ...here, zone: 'Asia/Kolkata' })).toBeUndefined();
  });

  it('returns the current time plus a number of days, or null for a token without expiry', () => {
    expect(expiresAt('30', '', here)).toBe('2026-12-21T22:30:00.000Z');
    expect(expiresAt('year', '', here)).toBe('2027-11-21T22:30:00.000Z');
    expect(expiresAt('never', '2026-12-31', here)).toBeNull();
  });
});
