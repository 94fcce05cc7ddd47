import { afterFailure, type Failure, type Health, healthy } from './health';

const day = 86_400_000;
const hour = day / 24;
const middle = () => 0.5;
const failed: Failure = { gone: false };
const start = Date.UTC(2026, 10, 21);

/** Fails each planned attempt until the state is paused. Returns the times. */
function failuresUntilPaused(random: () => number): { times: number[]; health: Health } {
  const times = [];
  let health = healthy;
  for (let now = start; health.state === 'active'; now = health.next_attempt_at!) {
    times.push(now);
    health = afterFailure(health, failed, now, random);
  }
  return { times, health };
}

it('afterFailure() schedules a retry and keeps the time of the first failure', () => {
  const once = afterFailure(healthy, failed, start, middle);
  expect(once).toEqual({
    state: 'active',
    failing_since: start,
    failures: 1,
    next_attempt_at: start + 5_000,
  });
  const twice = afterFailure(once, failed, start + 5_000, middle);
  expect(twice).toEqual({
    state: 'active',
    failing_since: start,
    failures: 2,
    next_attempt_at: start + 35_000,
  });
});

it.each([0, 0.5, 0.999999])(
  'afterFailure() pauses the webhook stream after three days of failures (random number %d)',
  (at) => {
    const { times, health } = failuresUntilPaused(() => at);
    expect(times.at(-1)! - start).toBeGreaterThanOrEqual(3 * day);
    expect(times.at(-2)! - start).toBeLessThan(3 * day);
    expect(times.length).toBeGreaterThan(15);
    expect(health.state).toBe('paused');
  },
);

it('afterFailure() pauses the webhook stream immediately after 410 Gone', () => {
  expect(afterFailure(healthy, { gone: true }, start, middle)).toEqual({
    state: 'paused',
    failing_since: start,
    failures: 1,
    next_attempt_at: start + hour,
  });
});

it('afterFailure() schedules a retry of a paused webhook stream every hour', () => {
  let health = afterFailure(healthy, { gone: true }, start, middle);
  for (let probe = 1; probe <= 5; probe += 1) {
    expect(health.next_attempt_at).toBe(start + probe * hour);
    health = afterFailure(health, failed, health.next_attempt_at!, middle);
    expect(health.state).toBe('paused');
  }
});

it('afterFailure() delays the next attempt by the time in the Retry-After header', () => {
  const asked = afterFailure(healthy, { gone: false, retryAfterMs: 10 * 60_000 }, start, middle);
  expect(asked.next_attempt_at).toBe(start + 10 * 60_000);
});
