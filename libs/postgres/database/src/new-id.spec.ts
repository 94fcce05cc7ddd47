import { validate, version } from 'uuid';
import { newId } from './new-id';

it('newId() returns increasing UUIDv7 values with the current time, even if the clock goes back', () => {
  const now = Date.now();
  const times = Array.from({ length: 1_000 }, (_, at) => now + (at % 10 < 5 ? at : at - 7));
  const ids = times.map((time) => newId(time));
  expect(ids.filter((id) => !validate(id) || version(id) !== 7)).toEqual([]);
  expect([...new Set(ids)].sort()).toEqual(ids);
  const latest = Math.max(...times);
  expect(parseInt(ids.at(-1)!.replaceAll('-', '').slice(0, 12), 16)).toBe(latest);
});
