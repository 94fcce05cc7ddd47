import { bySpan, spansOf } from './periods';

describe('spansOf and bySpan', () => {
  const now = Date.parse('2026-11-03T23:59:59.999Z');

  it('spansOf returns the time spans up to the current hour or day', () => {
    expect(spansOf('day', now, 'Asia/Kolkata').map(({ start }) => start.toISOString().slice(0, 16))).toEqual([
      ...['2026-11-03T00:00', '2026-11-03T01:00', '2026-11-03T02:00', '2026-11-03T03:00'],
      ...Array.from({ length: 20 }, (_, at) => `2026-11-03T${String(at + 4).padStart(2, '0')}:00`),
    ]);
    const [first, ...rest] = spansOf('month', now, 'UTC');
    expect([first!.start.toISOString(), rest.at(-1)!.start.toISOString(), rest.length]).toEqual([
      ...['2026-10-05T00:00:00.000Z', '2026-11-03T00:00:00.000Z', 29],
    ]);
  });

  it('spansOf returns days in the shop’s time zone, including days of 23 and 25 hours', () => {
    const now = Date.parse('2026-10-26T12:00:00Z');
    expect(
      spansOf('week', now, 'Europe/Berlin').map(({ start }) => start.toISOString().slice(5, 13)),
    ).toEqual([...['10-19T22', '10-20T22', '10-21T22', '10-22T22', '10-23T22', '10-24T22', '10-25T23']]);
  });

  it('bySpan assigns counts to time spans by their start', () => {
    const known = [{ start: '2026-11-02T00:00:00.000000Z' }, { start: '2026-01-01T00:00:00.000000Z' }];
    const days = bySpan(spansOf('week', now, 'UTC'), known);
    expect(days.flatMap(({ known: found }, at) => (found ? [[at, found]] : []))).toEqual([[5, known[0]]]);
  });
});
