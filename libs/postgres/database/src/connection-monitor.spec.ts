import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import { Test, type TestingModule } from '@nestjs/testing';
import { PostgresProxy, type TestDatabase, testDatabase, until } from '@storewright/testing';
import { AuthDatabase, DatabaseModule, ShopDatabase } from './database.module';
import type { MonitorLimits } from '@storewright/postgres-driver';

const one = { text: 'SELECT 1 AS one' };
const application = 'spec-watch';
/**
 * Short timeouts, so that the monitor soon considers the server down. Other tests allow for a slow machine.
 */
const shortLimits: Partial<MonitorLimits> = { answerMs: 1_000, connectMs: 1_000 };

describe('Database behind a failing network', () => {
  let database: TestDatabase;
  let proxy: PostgresProxy;
  let service: TestingModule;
  let shop: ShopDatabase;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    database = await testDatabase();
    const [row] = await database.query<{ name: string }>('SELECT current_database() AS name');
    for (const setting of ['lock_timeout', 'statement_timeout'])
      await database.query(`ALTER ROLE storewright_shop IN DATABASE "${row!.name}" SET ${setting} = '2min'`);
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    proxy = await PostgresProxy.before(database.url('shop'));
  });
  afterEach(async () => {
    await service.close();
    await proxy.close();
  });

  async function start(limits: Partial<MonitorLimits> = {}): Promise<void> {
    const url = proxy.through(database.url('shop'));
    const long = { answerMs: 60_000, connectMs: 60_000 };
    const monitor = { intervalMs: 20, ...long, nextAttemptMs: 100, retryMs: 20, stalledMs: 100, ...limits };
    const options = { url, applicationName: application, poolSize: 2, pipelined: 2, monitor };
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
  const unavailable = { problem: 'unavailable' };

  it('starts while the server refuses connections, and runs statements once the server accepts them', async () => {
    await proxy.refuse();
    await start();
    await expect(reads()).rejects.toMatchObject(unavailable);
    await expect(writes()).rejects.toMatchObject(unavailable);
    await proxy.pass();
    await until('it works', works);
  });

  it('starts while the server does not respond, and rejects statements until the server responds', async () => {
    proxy.swallow();
    await start(shortLimits);
    await expect(reads()).rejects.toMatchObject(unavailable);
    await proxy.pass();
    await until('it works', works);
  });

  it('starts a second connection attempt if the packets of the first attempt are lost', async () => {
    proxy.swallow();
    const starting = start();
    const attempts = () => proxy.count((name) => name === `${application}-watch`);
    await until('both databases have two attempts', async () => attempts() >= 4);
    await proxy.pass();
    await starting;
    expect(await works()).toBe(true);
    await until('hanging attempts are dropped', async () => attempts() === 2);
  });

  it('rejects pending statements when the server stops responding, and drops dead connections', async () => {
    await start(shortLimits);
    await Promise.all([reads(), reads(), reads(), writes(), writes()]);
    proxy.swallow();
    const outcomes = await Promise.allSettled([reads(), reads(), writes(), writes(), writes(), writes()]);
    const problems = outcomes.map(
      (each) => each.status === 'rejected' && (each.reason as { problem: string }).problem,
    );
    expect(problems.slice(0, 4)).toEqual(Array<string>(4).fill('unavailable'));
    // These transactions wait for a connection. On a slow machine that wait ends first.
    for (const problem of problems.slice(4)) expect(['unavailable', 'pool_exhausted']).toContain(problem);
    // The server refuses new connections at once.
    await expect(writes()).rejects.toMatchObject(unavailable);
    await until('old connections are closed', async () => proxy.count((name) => name === application) === 0);
    await proxy.pass();
    await until('it works', works);
    for (let at = 0; at < 5; at += 1) expect(await works()).toBe(true);
  });

  it('replaces dead connections and keeps sending statements over working connections', async () => {
    await start();
    await Promise.all([reads(), reads(), writes()]);
    // Packets of the open connections are lost. New connections work.
    proxy.swallow((name) => name === application);
    await proxy.pass();
    const asked = await Promise.allSettled([reads(), reads(), writes()]);
    expect(asked.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    for (let at = 0; at < 5; at += 1) expect(await works()).toBe(true);
  });

  it('closes unused dead connections when the first dead connection is found', async () => {
    await start({ answerMs: 1_000 });
    await Promise.all([reads(), reads(), writes(), writes()]);
    proxy.swallow((name) => name === application);
    await proxy.pass();
    await expect(writes()).rejects.toMatchObject(unavailable);
    await until('all connections are cut', async () => shop['monitor']['connections'].size === 0);
  });

  it('clock.now() returns the time of the server in whole milliseconds', async () => {
    await start();
    await until('its clock is known', async () => shop.clockOffsetMs !== undefined);
    const times = Array.from({ length: 10 }, () => shop.clock.now());
    expect(times.filter((time) => !Number.isInteger(time))).toEqual([]);
  });

  it('queries the processes of the server only while a statement is stalled', async () => {
    await start({ idleIntervalMs: 100 });
    const asked = () =>
      database.query<{ query: string }>(
        `SELECT query FROM pg_stat_activity WHERE application_name LIKE '${application}%'
          AND query LIKE '%clock_timestamp%'`,
      );
    const queriesProcesses = async () =>
      (await asked()).some(({ query }) => query.includes('pg_stat_activity'));
    // Postgres may still list connections of the previous test.
    await until('both databases have run a check', async () => (await asked()).length === 2);
    const queriesNone = async () => !(await queriesProcesses());
    await until('the processes are not queried', queriesNone);
    await database.query('SELECT pg_advisory_lock(4712)');
    const waits = shop.query({}, { text: 'SELECT pg_advisory_xact_lock(4712)' });
    await until('the processes are queried', queriesProcesses);
    await database.query('SELECT pg_advisory_unlock(4712)');
    await waits;
    await until('the processes are no longer queried', queriesNone);
  });

  it('checks the server rarely while no response is pending, and soon after the next statement', async () => {
    await start({ idleIntervalMs: 3_600_000 });
    const checkedAt = async () => {
      const text = `SELECT max(query_start) AS at
                     FROM pg_stat_activity WHERE application_name LIKE '${application}-watch'`;
      return (await database.query<{ at: Date }>(text))[0]!.at.getTime();
    };
    await reads();
    // One more check may still be running.
    await until('checks are rare', async () => {
      const last = await checkedAt();
      // Ten times the interval of checks while a response is pending.
      await database.query('SELECT pg_sleep(0.2)');
      return (await checkedAt()) === last;
    });
    const before = await checkedAt();
    await shop.query({}, { text: 'SELECT pg_sleep(0.1)' });
    await until('a check has run', async () => (await checkedAt()) > before);
  });

  it('keeps a connection whose statement waits for a lock', async () => {
    await start();
    const lock = { text: 'SELECT pg_advisory_xact_lock(4711)' };
    const rows = () =>
      database.query(
        `SELECT FROM pg_stat_activity WHERE application_name = $1
          AND state = 'active' AND now() - query_start > interval '500 ms'`,
        [application],
      );
    const waiting = await shop.transaction({}, async (transaction) => {
      await transaction.query(lock);
      const answer = shop.query({}, lock).then(() => 'answered');
      answer.catch(() => undefined);
      await until('the statement waits longer than stalledMs', async () => (await rows()).length > 0);
      return { answer };
    });
    expect(await waiting.answer).toBe('answered');
  });
});
