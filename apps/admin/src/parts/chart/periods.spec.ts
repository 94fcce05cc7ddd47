import { bySpan, spansOf } from './periods';

describe('hours and days of a chart', () => {
  const now = new Date('2026-11-03T23:59:59.999Z');

  it('end with that of now', () => {
    expect(spansOf('day', now).map(({ start }) => start.toISOString().slice(0, 16))).toEqual([
      ...['2026-11-03T00:00', '2026-11-03T01:00', '2026-11-03T02:00', '2026-11-03T03:00'],
      ...Array.from({ length: 20 }, (_, at) => `2026-11-03T${String(at + 4).padStart(2, '0')}:00`),
    ]);
    const [first, ...rest] = spansOf('month', now);
    expect([first!.start.toISOString(), rest.at(-1)!.start.toISOString(), rest.length]).toEqual([
      ...['2026-10-05T00:00:00.000Z', '2026-11-03T00:00:00.000Z', 29],
    ]);
  });

  it('have what is known of them, as the API writes their beginning', () => {
    const known = [{ start: '2026-11-02T00:00:00.000000Z' }, { start: '2026-01-01T00:00:00.000000Z' }];
    const days = bySpan(spansOf('week', now), known);
    expect(days.flatMap(({ known: found }, at) => (found ? [[at, found]] : []))).toEqual([[5, known[0]]]);
  });
});
