import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import { processMetrics } from '@storewright/metrics';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { BatchedLimit } from './batched-limit';
import { ExactLimit } from './exact-limit';
import { networkOf } from './network';

let database: TestDatabase;
let auth: AuthDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await testDatabase();
  const options = { url: database.url('auth'), applicationName: 'spec-limits' };
  dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  auth = new AuthDatabase(dataSource, options);
});
afterAll(async () => {
  await auth.close();
  await dataSource.destroy();
  await database.drop();
});

describe('ExactLimit', () => {
  const limit = (name: string) => new ExactLimit(auth, { name: `auth-api:${name}`, points: 3, seconds: 900 });

  it('enforces one limit over all instances and returns the time to wait', async () => {
    const [one, other] = [limit('shared'), limit('shared')];
    const asked = await Promise.all([one, other, one].map((each) => each.consume('key')));
    expect(asked).toEqual([undefined, undefined, undefined]);
    const ms = await other.consume('key');
    expect(ms).toBeGreaterThan(800_000);
    expect(ms).toBeLessThanOrEqual(900_000);
    expect(await other.consume('another')).toBeUndefined();
  });

  it('takeBack undoes the count of one request', async () => {
    const one = limit('returned');
    for (let times = 0; times < 10; times += 1) {
      expect(await one.consume('key')).toBeUndefined();
      await one.takeBack('key');
    }
    for (let times = 0; times < 4; times += 1) await one.consume('key');
    await one.forget('key');
    expect(await one.consume('key')).toBeUndefined();
  });
});

describe('BatchedLimit', () => {
  const clock = { at: 1_700_000_000_000 };
  const limits: BatchedLimit[] = [];
  const limit = (name: string, from: AuthDatabase | undefined = auth) => {
    const made = new BatchedLimit(
      from,
      { name: `auth-api:${name}`, points: 10, seconds: 60 },
      () => clock.at,
    );
    limits.push(made);
    return made;
  };
  const consume = (one: BatchedLimit, times: number) =>
    Array.from({ length: times }, () => one.consume('key')).filter((ms) => ms === undefined).length;
  afterAll(() => Promise.all(limits.map((each) => each.stop())));

  it('enforces one limit over all instances after they have synced', async () => {
    const [one, other] = [limit('batched'), limit('batched')];
    expect([consume(one, 4), consume(other, 4)]).toEqual([4, 4]);
    await one.sync();
    await other.sync();
    expect(consume(other, 5)).toBe(2);
    await other.sync();
    // The first instance accepts one more request before it learns the counts of the others.
    one.consume('key');
    await one.sync();
    expect(one.reached('key')).toBeGreaterThan(0);
    expect(consume(one, 5)).toBe(0);
  });

  it('counts a request once, even if two syncs overlap', async () => {
    const [one, other] = [limit('once'), limit('once')];
    consume(one, 5);
    const syncs = [one.sync(), one.sync()];
    consume(one, 1);
    await Promise.all(syncs);
    await one.sync();
    consume(other, 1);
    await other.sync();
    expect(consume(other, 10)).toBe(3);
  });

  it('reports the remaining requests of all instances after a sync', async () => {
    const [one, other] = [limit('left'), limit('left')];
    consume(one, 4);
    consume(other, 3);
    expect([one.left('key').points, other.left('key').points]).toEqual([6, 7]);
    await one.sync();
    await other.sync();
    expect([one.left('key').points, other.left('key').points]).toEqual([6, 3]);
    expect(one.left('another')).toEqual({ points: 10, ms: 60_000 });
    consume(other, 20);
    expect(other.left('key').points).toBe(0);
  });

  it('reports the time until the period ends, and then starts a new period with count 0', () => {
    const one = limit('periods');
    expect(consume(one, 20)).toBe(10);
    const ms = one.consume('key')!;
    expect(ms).toBeLessThanOrEqual(60_000);
    clock.at += ms;
    expect(consume(one, 20)).toBe(10);
  });

  it('starts daily periods at midnight UTC, and continues with the stored count after a restart', async () => {
    const startOfDay = Math.floor(clock.at / 86_400_000) * 86_400_000;
    const options = { name: 'auth-api:daily', points: 0, seconds: 86_400, isAligned: true } as const;
    const daily = () => {
      const made = new BatchedLimit(auth, options, () => clock.at);
      limits.push(made);
      return made;
    };
    clock.at = startOfDay + 3_600_000;
    const one = daily();
    await one.load('key');
    expect(one.consume('key', { points: 10, cost: 8 })).toBeUndefined();
    expect(one.consume('key', { points: 10, cost: 3 })).toBe(82_800_000);
    await one.stop();
    const restarted = daily();
    await Promise.all([restarted.load('key'), restarted.load('key')]);
    expect(restarted.load('key')).toBeUndefined();
    expect(restarted.consume('key', { points: 8 })).toBe(82_800_000);
    expect(restarted.consume('key', { points: 9 })).toBeUndefined();
    clock.at = startOfDay + 86_400_000;
    expect(restarted.consume('key', { points: 10, cost: 10 })).toBeUndefined();
    const nextDay = daily();
    await restarted.sync();
    await nextDay.load('key');
    expect(nextDay.consume('key', { points: 10 })).toBe(86_400_000);
  });

  it('enforces the limit while the database is down, and syncs the counts later', async () => {
    const away = { query: () => Promise.reject(new Error('away')) } as unknown as AuthDatabase;
    const one = limit('away', away);
    consume(one, 4);
    await one.sync();
    expect(consume(one, 20)).toBe(6);
    Object.assign(away, { query: auth.query.bind(auth) });
    await one.sync();
    const other = limit('away');
    consume(other, 1);
    await other.sync();
    expect(other.reached('key')).toBeGreaterThan(0);
  });

  it.each([
    ['fails', () => Promise.reject<never>(new Error('away'))],
    ['does not respond', () => new Promise<never>(() => {})],
  ])('counts from 0 until the next sync if reading the stored count %s', async (how, query) => {
    const name = `unread ${how}`;
    const earlier = limit(name);
    consume(earlier, 8);
    await earlier.sync();
    const away = { query } as unknown as AuthDatabase;
    const one = limit(name, away);
    await one.load('key');
    expect(consume(one, 1)).toBe(1);
    Object.assign(away, { query: auth.query.bind(auth) });
    await one.sync();
    expect(one.left('key').points).toBe(1);
  });
});

it('storewright_limits_reached_total is labeled with the name of the rate limit, never with the client', async () => {
  const name = 'auth-api:counted' as const;
  const [exact, batched] = [
    new ExactLimit(auth, { name, points: 1, seconds: 60 }),
    new BatchedLimit(undefined, { name, points: 1, seconds: 60 }),
  ];
  for (let times = 0; times < 3; times += 1) {
    await exact.consume('somebody');
    batched.consume('somebody');
  }
  await batched.stop();
  expect(await processMetrics.metrics()).toContain(`storewright_limits_reached_total{limit="${name}"} 4\n`);
  expect(await processMetrics.metrics()).not.toContain('somebody');
});

describe('networkOf', () => {
  it('returns an IPv4 address unchanged, and the /64 of an IPv6 address', () => {
    expect(networkOf('203.0.113.7')).toBe('203.0.113.7');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe(networkOf('2001:db8:1:2:9::1'));
    expect(networkOf('2001:db8:1:3::1')).not.toBe(networkOf('2001:db8:1:2::1'));
    expect(networkOf('::ffff:203.0.113.7')).not.toBe(networkOf('::ffff:203.0.113.8'));
  });
});
