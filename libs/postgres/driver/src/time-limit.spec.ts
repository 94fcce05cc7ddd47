import { setImmediate as nextTurn } from 'node:timers/promises';
import { atLimit } from './time-limit';

describe('atLimit', () => {
  const onLimit = jest.fn();
  let now: number;
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['performance', 'setImmediate'] });
    now = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    onLimit.mockClear();
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  /** Runs the timer of the limit, and the event loop until sockets were read. */
  const expire = async (at: number) => {
    now = at;
    jest.advanceTimersByTime(1_000);
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
  };

  it('calls the callback once at the time limit', async () => {
    atLimit(1_000, onLimit);
    expect(onLimit).not.toHaveBeenCalled();
    await expire(1_010);
    expect(onLimit).toHaveBeenCalledTimes(1);
  });

  it('starts the time limit again once if the process was stopped', async () => {
    atLimit(1_000, onLimit);
    await expire(9_000);
    expect(onLimit).not.toHaveBeenCalled();
    await expire(20_000);
    expect(onLimit).toHaveBeenCalledTimes(1);
  });

  it('does not call the callback after a cancellation, even if the time limit was restarted', async () => {
    const cancels = [atLimit(1_000, onLimit), atLimit(1_000, onLimit)];
    cancels[0]!();
    await expire(9_000);
    cancels[1]!();
    await expire(20_000);
    expect(onLimit).not.toHaveBeenCalled();
  });
});
