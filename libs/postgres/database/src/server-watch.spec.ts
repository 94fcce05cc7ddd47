import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { PostgresProxy, type TestDatabase, testDatabase, until } from '@storewright/testing';
import { AuthDatabase, DatabaseModule, ShopDatabase } from './database.module';
import { ServerWatch, type WatchLimits } from './server-watch';
import type { WatchedClient } from './watched-client';

const one = { text: 'SELECT 1 AS one' };
const application = 'spec-watch';
/** Where the server is to be given up. Elsewhere it may be slow: a busy machine is no fault of it. */
const impatient: Partial<WatchLimits> = { answer: 1_000, connect: 1_000 };

describe('a database behind a network that fails', () => {
  let database: TestDatabase;
  let proxy: PostgresProxy;
  let service: TestingModule;
  let shop: ShopDatabase;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await testDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    proxy = await PostgresProxy.before(database.url('shop'));
  });
  afterEach(async () => {
    await service.close();
    await proxy.close();
  });

  async function start(given: Partial<WatchLimits> = {}): Promise<void> {
    const url = proxy.through(database.url('shop'));
    const patient = { answer: 60_000, connect: 60_000 };
    const watch = { interval: 20, ...patient, beside: 100, retry: 20, stalled: 100, ...given };
    const options = { url, applicationName: application, poolSize: 2, pipelined: 2, watch };
    service = await Test.createTestingModule({
      imports: [DatabaseModule.forRoot(AuthDatabase, options), DatabaseModule.forRoot(ShopDatabase, options)],
    }).compile();
    shop = service.get(ShopDatabase);
  }
  const reads = () => shop.query({}, one);
  const writes = () => shop.transaction({}, (transaction) => transaction.query(one));
  const works = async (): Promise<boolean> => {
    const outcomes = await Promise.allSettled([reads(), writes()]);
    return outcomes.every(({ status }) => status === 'fulfilled');
  };
  const unavailable = { code: 'unavailable', status: 503 };

  it('starts while it refuses connections, says so, and is there when it is', async () => {
    await proxy.refuse();
    await start();
    await expect(reads()).rejects.toMatchObject(unavailable);
    await expect(writes()).rejects.toMatchObject(unavailable);
    await proxy.pass();
    await until('it works', works);
  });

  it('starts while nothing is answered, and is there when it is', async () => {
    proxy.swallow();
    await start(impatient);
    await expect(reads()).rejects.toMatchObject(unavailable);
    await proxy.pass();
    await until('it works', works);
  });

  it('waits for no attempt that was begun while nothing was answered: another one is begun beside it', async () => {
    proxy.swallow();
    const starting = start();
    const attempts = () => proxy.count((name) => name === `${application}-watch`);
    await until('each of both databases is asked twice', async () => attempts() >= 4);
    await proxy.pass();
    await starting;
    expect(await works()).toBe(true);
    await until('those that hang are dropped', async () => attempts() === 2);
  });

  it('gives up what is under way when nothing is answered any more, and uses no dead connection afterwards', async () => {
    await start(impatient);
    await Promise.all([reads(), reads(), reads(), writes(), writes()]);
    proxy.swallow();
    const work = [reads(), reads(), writes(), writes(), writes(), writes()];
    const outcomes = await Promise.allSettled(work);
    expect(
      outcomes.map((each) => each.status === 'rejected' && (each.reason as { status: number }).status),
    ).toEqual(work.map(() => 503));
    // From here on nobody waits for a connection that cannot be made.
    await expect(writes()).rejects.toMatchObject(unavailable);
    await until('nothing of before is open', async () => proxy.count((name) => name === application) === 0);
    await proxy.pass();
    await until('it works', works);
    for (let at = 0; at < 5; at += 1) expect(await works()).toBe(true);
  });

  it('replaces one connection that has died alone, and fails nothing on the others', async () => {
    await start();
    await Promise.all([reads(), reads(), writes()]);
    // What is asked over a connection that is open now is lost; a new one is as good as any.
    proxy.swallow((name) => name === application);
    await proxy.pass();
    const asked = await Promise.allSettled([reads(), reads(), writes()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (let at = 0; at < 5; at += 1) expect(await works()).toBe(true);
  });

  it('finds those that died while nobody used them with the first that is lost', async () => {
    await start({ answer: 1_000 });
    await Promise.all([reads(), reads(), writes(), writes()]);
    proxy.swallow((name) => name === application);
    await proxy.pass();
    await expect(writes()).rejects.toMatchObject(unavailable);
    await until('all are given up', async () => shop['watch']['connections'].size === 0);
  });

  it('has the time of the server in whole milliseconds, as Date.now has it', async () => {
    await start();
    await until('its clock is known', async () => shop.clockOffset !== undefined);
    const times = Array.from({ length: 10 }, () => shop.clock.now());
    expect(times.filter((time) => !Number.isInteger(time))).toEqual([]);
  });

  it('asks what the processes of the server do only while a statement waits long for its answer', async () => {
    await start();
    const asked = () =>
      database.query<{ query: string }>(
        `SELECT query FROM pg_stat_activity WHERE application_name LIKE '${application}%' AND query LIKE '%clock_timestamp%'`,
      );
    const looksAtProcesses = async () =>
      (await asked()).some(({ query }) => query.includes('pg_stat_activity'));
    // Postgres may still have connections of the test before, which are cut.
    await until('each of the two databases has asked', async () => (await asked()).length === 2);
    expect(await looksAtProcesses()).toBe(false);
    const waits = shop.query({}, { text: 'SELECT pg_sleep(1)' });
    expect(await until('the processes are looked at', looksAtProcesses)).toBe(true);
    await waits;
  });

  it('is asked seldom while nobody waits for it, and soon by who begins to', async () => {
    await start();
    const askedAt = async () => {
      const text = `SELECT max(query_start) AS at FROM pg_stat_activity WHERE application_name LIKE '${application}-watch'`;
      return (await database.query<{ at: Date }>(text))[0]!.at.getTime();
    };
    await reads();
    // A question may be on its way still, begun while somebody waited.
    await until('it is left alone', async () => {
      const last = await askedAt();
      // Ten times as long as it is left alone while somebody waits.
      await database.query('SELECT pg_sleep(0.2)');
      return (await askedAt()) === last;
    });
    const before = await askedAt();
    await shop.query({}, { text: 'SELECT pg_sleep(0.1)' });
    expect(await askedAt()).toBeGreaterThan(before);
  });

  it('leaves a statement alone that takes its time', async () => {
    await start();
    const lock = { text: 'SELECT pg_advisory_xact_lock(4711)' };
    const rows = () =>
      database.query(
        `SELECT FROM pg_stat_activity WHERE application_name = $1 AND state = 'active' AND now() - query_start > interval '500 ms'`,
        [application],
      );
    const waiting = await shop.transaction({}, async (transaction) => {
      await transaction.query(lock);
      const answer = shop.query({}, lock).then(() => 'answered');
      answer.catch(() => undefined);
      await until('it waits for longer than a dead one may', async () => (await rows()).length > 0);
      return { answer };
    });
    expect(await waiting.answer).toBe('answered');
  });
});

describe('a server that somebody asks now and then', () => {
  const client = { busy: false, isConnecting: false, socket: { bytesRead: 0 } };
  let watch: ServerWatch;
  let look: jest.SpyInstance;
  beforeEach(() => {
    jest.useFakeTimers();
    watch = new ServerWatch({}, { interval: 500, rest: 5_000 });
    look = jest.spyOn(watch as never, 'look').mockResolvedValue(undefined as never);
    watch.add(client as unknown as WatchedClient);
    watch['askedAt'] = performance.now();
    watch['lookAgain']();
  });
  afterEach(() => {
    watch.stop();
    jest.useRealTimers();
  });
  const ask = (answered: boolean) => {
    watch.used();
    client.busy = !answered;
    if (answered) watch.answered();
  };

  it('is looked after where the answer does not come, and not where it does', () => {
    for (let second = 0; second < 4; second += 1) {
      jest.advanceTimersByTime(1_000);
      ask(true);
    }
    jest.advanceTimersByTime(900);
    expect(look).not.toHaveBeenCalled();
    ask(false);
    jest.advanceTimersByTime(500);
    expect(look).toHaveBeenCalledTimes(1);
  });

  it('is looked after while one asks behind the other', () => {
    ask(true);
    jest.advanceTimersByTime(500);
    expect(look).toHaveBeenCalledTimes(1);
  });
});
