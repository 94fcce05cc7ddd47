import { until } from './until';

it('asks until the answer is there', async () => {
  let asked = 0;
  expect(await until('the third answer', async () => (asked += 1) === 3 && 'here')).toBe('here');
});

it('says what did not come in time', async () => {
  await expect(until('the answer', async () => undefined, 1)).rejects.toThrow('not within 1 ms: the answer');
});
