import { PeriodicJob } from './periodic-job';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/**
 * Creates a job with an interval of one second. Each run lasts until the test ends it, and the first run
 * fails.
 */
function aJob() {
  const runs: (() => void)[] = [];
  const failures: string[] = [];
  const job = new PeriodicJob({
    everyMs: 1_000,
    run: () =>
      new Promise<void>((end, fail) => void runs.push(() => (runs.length === 1 ? fail(away) : end()))),
    failed: ({ message }) => failures.push(message),
  });
  return { job, runs, failures };
}
const away = new Error('away');

it('PeriodicJob runs its task again one interval after the end of a run, even after a failure', async () => {
  const { job, runs, failures } = aJob();
  job.start(10_000);
  await jest.advanceTimersByTimeAsync(9_999);
  expect(runs).toHaveLength(0);
  await jest.advanceTimersByTimeAsync(5_000);
  expect(runs).toHaveLength(1);
  runs[0]!();
  await jest.advanceTimersByTimeAsync(999);
  expect([runs.length, failures]).toEqual([1, ['away']]);
  await jest.advanceTimersByTimeAsync(1);
  expect(runs).toHaveLength(2);
});

it('PeriodicJob.run() starts a single second run for all calls during a run', async () => {
  const { job, runs } = aJob();
  const first = job.run();
  const others = [job.run(), job.run()];
  let done = false;
  void Promise.all(others).then(() => (done = true));
  runs[0]!();
  await jest.advanceTimersByTimeAsync(0);
  expect([runs.length, done]).toEqual([2, false]);
  runs[1]!();
  await Promise.all([first, ...others]);
  expect(runs).toHaveLength(2);
});

it('PeriodicJob.run() starts a new run directly after the end of the previous run', async () => {
  const { job, runs } = aJob();
  const first = job.run();
  runs[0]!();
  await first;
  const second = job.run();
  expect(runs).toHaveLength(2);
  runs[1]!();
  await second;
});

it('PeriodicJob.stop() waits for the current run and prevents further runs', async () => {
  const { job, runs } = aJob();
  job.start(0);
  await jest.advanceTimersByTimeAsync(0);
  void job.run();
  let stopped = false;
  const stopping = job.stop().then(() => (stopped = true));
  await jest.advanceTimersByTimeAsync(0);
  expect([stopped, job.isStopping]).toEqual([false, true]);
  runs[0]!();
  await stopping;
  await job.run();
  await jest.advanceTimersByTimeAsync(10_000);
  expect(runs).toHaveLength(1);
});
