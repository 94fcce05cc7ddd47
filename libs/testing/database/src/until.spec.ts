import { until } from './until';

it('until() repeats the call until the call returns a value', async () => {
  let asked = 0;
  expect(await until('the third answer', async () => (asked += 1) === 3 && 'here')).toBe('here');
});

it('until throws an error with the name of the event that did not happen in time', async () => {
  await expect(until('the answer', async () => undefined, 1)).rejects.toThrow('not within 1 ms: the answer');
});
