import { type DeclaredLimit, declaredLimits } from '@storewright/access';
import { read } from '@storewright/workspace';

const UNITS = [
  [24 * 60 * 60, 'a day', 'days'],
  [60 * 60, 'an hour', 'hours'],
  [60, 'a minute', 'minutes'],
  [1, 'a second', 'seconds'],
] as const;

function shown(points: number, seconds: number): string {
  const [length, one, many] = UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0)!;
  return seconds === length ? `${points} ${one}` : `${points} in ${seconds / length} ${many}`;
}

it('docs/guides/limits.md lists for each declared limit what it counts, who is charged and its size', () => {
  const [, section] = /^## Who is charged$(.+?)^A process has/ms.exec(read('docs/guides/limits.md'))!;
  const rows = [...section!.matchAll(/^\| `([\w:-]+)` +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)];
  const expected = Object.entries<DeclaredLimit>(declaredLimits).map(([name, limit]) => [
    name.slice(name.indexOf(':') + 1),
    limit.counts,
    limit.chargedTo,
    limit.setBy ?? shown(limit.points, limit.seconds),
  ]);
  expect(rows.map(([, ...cells]) => cells)).toEqual(expected);
});
