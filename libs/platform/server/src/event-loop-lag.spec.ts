import { EventLoopLag } from './event-loop-lag';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

function eventLoopLag() {
  const clock = { at: 0 };
  let isNeeded = true;
  const subject = new EventLoopLag(
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

it('EventLoopLag reports the median delay, which a single long pause does not change', () => {
  const { subject, passes } = eventLoopLag();
  expect(subject.medianMs).toBe(0);
  subject.start();
  passes(8, 0);
  passes(1, 50);
  expect(subject.medianMs).toBe(0);
  passes(6, 3);
  expect(subject.medianMs).toBe(3);
  passes(10, 0);
  expect(subject.medianMs).toBe(0);
});

it('EventLoopLag stops the timer when isNeeded returns false, and later starts without old samples', () => {
  const { subject, passes, end } = eventLoopLag();
  subject.start();
  passes(5, 7);
  end();
  passes(1, 7);
  expect(jest.getTimerCount()).toBe(0);
  passes(10, 100);
  subject.start();
  expect([subject.medianMs, jest.getTimerCount()]).toEqual([0, 1]);
});
