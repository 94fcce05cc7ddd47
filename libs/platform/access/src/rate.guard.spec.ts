import type { ExecutionContext } from '@nestjs/common';
import type { AuthDatabase } from '@storewright/database';
import { DailyLimits } from './daily-limits';
import type { Grant } from './grant';
import { RateGuard } from './rate.guard';

const of = (token_id?: string, told: Record<string, string> = {}, grant: Partial<Grant> = {}) => {
  const reply = { header: (name: string, value: string) => ((told[name] = value), reply) };
  const request = { grant: token_id && { token_id, ...grant }, method: 'POST' };
  return {
    switchToHttp: () => ({ getRequest: () => request, getResponse: () => reply }),
  } as unknown as ExecutionContext;
};

describe('RateGuard', () => {
  it('accepts the configured number of requests per token, and then returns 429 with Retry-After', async () => {
    const guard = new RateGuard(2);
    await guard.canActivate(of('one'));
    await guard.canActivate(of('one'));
    const refused = guard.canActivate(of('one'));
    await expect(refused).rejects.toMatchObject({ code: 'rate_limited', status: 429 });
    await expect(refused).rejects.toHaveProperty(
      'headers.retry-after',
      expect.stringMatching(/^([1-9]|[1-5]\d|60)$/),
    );
  });

  it('adds the number of remaining requests to responses if requests per minute are limited', async () => {
    const guard = new RateGuard(2);
    const [first, second, none] = [{}, {}, {}];
    const left = (points: number) => expect.stringMatching(`^"requests";r=${points};t=(60|[1-5]?\\d)$`);
    await guard.canActivate(of('one', first));
    await guard.canActivate(of('one', second));
    const policy = '"requests";q=2;w=60';
    expect(first).toEqual({ 'ratelimit-policy': policy, ratelimit: left(1) });
    expect(second).toEqual({ 'ratelimit-policy': policy, ratelimit: left(0) });
    await expect(guard.canActivate(of('one'))).rejects.toHaveProperty('headers.ratelimit', left(0));
    await new RateGuard(0).canActivate(of('one', none));
    expect(none).toEqual({});
  });

  it('counts each token separately, and counts nothing without a token or a configured limit', async () => {
    const guard = new RateGuard(1);
    await guard.canActivate(of('one'));
    expect(await guard.canActivate(of('two'))).toBe(true);
    for (let times = 0; times < 3; times += 1) expect(guard.canActivate(of())).toBe(true);
    const unlimited = new RateGuard(0);
    for (let times = 0; times < 1000; times += 1) expect(unlimited.canActivate(of('one'))).toBe(true);
  });

  it('enforces the daily limits of an installation while the database is down', async () => {
    const away = { query: () => Promise.reject(new Error('away')) } as unknown as AuthDatabase;
    const guard = new RateGuard(0, away, new DailyLimits(away));
    const limited = of('one', {}, { installation_id: 'i', dailyLimits: { requests: null, writes: 1 } });
    expect(await guard.canActivate(limited)).toBe(true);
    await expect(guard.canActivate(limited)).rejects.toMatchObject({ code: 'daily_limit_exceeded' });
  });
});
