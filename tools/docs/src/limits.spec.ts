import { declaredLimits } from '@storewright/access';
import { read } from '@storewright/workspace';

const UNITS = [
  [24 * 60 * 60, 'a day', 'days'],
  [60 * 60, 'an hour', 'hours'],
  [60, 'a minute', 'minutes'],
  [1, 'a second', 'seconds'],
] as const;

function shown(points: number, seconds: number): string {
  if (points === 0) return '`RATE_LIMIT_PER_MINUTE`; none by default';
  const [length, one, many] = UNITS.find(([unit]) => seconds >= unit && seconds % unit === 0)!;
  return seconds === length ? `${points} ${one}` : `${points} in ${seconds / length} ${many}`;
}

it('docs/guides/limits.md lists each declared limit with its counter, its size and whom it limits', () => {
  const [, section] = /^## Who is charged$(.+?)^A process has/ms.exec(read('docs/guides/limits.md'))!;
  const rows = [...section!.matchAll(/^\| `([\w:-]+)` +\| (.+?) +\| (.+?) +\| (.+?) +\|$/gm)];
  const expected = Object.entries(declaredLimits).map(([name, { counts, chargedTo, points, seconds }]) => [
    name.slice(name.indexOf(':') + 1),
    counts,
    chargedTo,
    shown(points, seconds),
  ]);
  expect(rows.map(([, ...cells]) => cells)).toEqual(expected);
});
