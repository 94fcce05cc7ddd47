import { LoopLateness } from './loop-lateness';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function lateness() {
  const clock = { at: 0 };
  let isNeeded = true;
  const subject = new LoopLateness(
    () => isNeeded,
    () => clock.at,
  );
  const passes = (times: number, late: number) => {
    for (let time = 0; time < times; time += 1) {
      clock.at += 10 + late;
      jest.advanceTimersByTime(10);
    }
  };
  return { subject, passes, end: () => (isNeeded = false) };
}

it('tells by how much what becomes due is late half of the time, and nothing of one long pause', () => {
  const { subject, passes } = lateness();
  expect(subject.median).toBe(0);
  subject.start();
  passes(8, 0);
  passes(1, 50);
  expect(subject.median).toBe(0);
  passes(6, 3);
  expect(subject.median).toBe(3);
  passes(10, 0);
  expect(subject.median).toBe(0);
});

it('wakes nobody where it is not asked for, and begins anew', () => {
  const { subject, passes, end } = lateness();
  subject.start();
  passes(5, 7);
  end();
  passes(1, 7);
  expect(jest.getTimerCount()).toBe(0);
  passes(10, 100);
  subject.start();
  expect([subject.median, jest.getTimerCount()]).toEqual([0, 1]);
});
