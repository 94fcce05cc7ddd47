import { untilInterrupted } from './interrupts';

describe('untilInterrupted', () => {
  it('aborts the work on the first SIGTERM, and a second signal ends the process', async () => {
    const before = process.listenerCount('SIGTERM');
    const work = untilInterrupted(async (signal) => {
      process.emit('SIGTERM');
      return [signal.aborted, process.listenerCount('SIGTERM')];
    });
    expect(await work).toEqual([true, before]);
  });

  it('removes the signal listeners if the work fails', async () => {
    const before = process.listenerCount('SIGINT');
    await expect(untilInterrupted(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(process.listenerCount('SIGINT')).toBe(before);
  });
});
