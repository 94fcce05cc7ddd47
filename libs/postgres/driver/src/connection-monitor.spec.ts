import { ConnectionMonitor } from './connection-monitor';
import type { MonitoredClient } from './monitored-client';

describe('ConnectionMonitor of an idle database', () => {
  const client = { isBusy: false, isConnecting: false, socket: { bytesRead: 0 } };
  let monitor: ConnectionMonitor;
  let check: jest.SpyInstance;
  beforeEach(() => {
    jest.useFakeTimers();
    monitor = new ConnectionMonitor({}, { intervalMs: 500, idleIntervalMs: 5_000 });
    check = jest.spyOn(monitor as never, 'onTimer').mockResolvedValue(undefined as never);
    monitor.add(client as unknown as MonitoredClient);
    monitor['checkedAt'] = performance.now();
    monitor['schedule']();
  });
  afterEach(() => {
    monitor.stop();
    jest.useRealTimers();
  });
  const query = ({ isAnswered }: { isAnswered: boolean }) => {
    monitor.used();
    client.isBusy = !isAnswered;
    if (isAnswered) monitor.answered();
  };

  it('checks the server after a query without a response, but not after a query with a response', () => {
    for (let second = 0; second < 4; second += 1) {
      jest.advanceTimersByTime(1_000);
      query({ isAnswered: true });
    }
    jest.advanceTimersByTime(900);
    expect(check).not.toHaveBeenCalled();
    query({ isAnswered: false });
    jest.advanceTimersByTime(500);
    expect(check).toHaveBeenCalledTimes(1);
  });

  it('keeps the short check interval if a query immediately follows the previous query', () => {
    query({ isAnswered: true });
    jest.advanceTimersByTime(500);
    expect(check).toHaveBeenCalledTimes(1);
  });
});
