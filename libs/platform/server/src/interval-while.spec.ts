import { IntervalWhile } from './interval-while';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('IntervalWhile calls the function until the condition is false, then clears the timer', () => {
  let left = 3;
  let done = 0;
  const interval = new IntervalWhile(
    50,
    () => {
      left -= 1;
      done += 1;
    },
    () => left > 0,
  );
  expect(jest.getTimerCount()).toBe(0);
  for (let call = 0; call < 5; call += 1) interval.start();
  expect([jest.getTimerCount(), interval.isRunning]).toEqual([1, true]);
  jest.advanceTimersByTime(1_000);
  expect([done, jest.getTimerCount(), interval.isRunning]).toEqual([3, 0, false]);
  left = 1;
  interval.start();
  jest.advanceTimersByTime(1_000);
  expect([done, jest.getTimerCount()]).toEqual([4, 0]);
});

it('IntervalWhile clears the timer when stop is called', () => {
  let done = 0;
  const interval = new IntervalWhile(
    50,
    () => (done += 1),
    () => true,
  );
  interval.start();
  interval.stop();
  jest.advanceTimersByTime(1_000);
  expect(done).toBe(0);
});
