import { until } from './until';

it('until() repeats a call until the call returns a value', async () => {
  let asked = 0;
  expect(await until('the third answer', async () => (asked += 1) === 3 && 'here')).toBe('here');
});

it('until() throws an error that names the missing event after the time limit', async () => {
  await expect(until('the answer', async () => undefined, 1)).rejects.toThrow('not within 1 ms: the answer');
});
