import { Logger } from '@nestjs/common';
import { AuthDatabase, dataSourceOptions } from '@storewright/database';
import { type TestDatabase, testDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';
import { DeletionClock, realTime, STEP_MS } from './deletion-clock';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

let database: TestDatabase;
let dataSource: DataSource;
let auth: AuthDatabase;
let reported: string[];
/** Milliseconds by which each clock is ahead of the true time. */
let ahead: { process: number; database: number };

beforeAll(async () => {
  Logger.overrideLogger(false);
  database = await testDatabase();
  const options = { url: database.url('hooks'), applicationName: 'deletion-clock-spec' };
  dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  auth = new AuthDatabase(dataSource, options);
});
afterAll(async () => {
  await auth.close();
  await dataSource.destroy();
  await database.drop();
});
beforeEach(() => {
  reported = [];
  ahead = { process: 0, database: 0 };
});

const clock = () =>
  new DeletionClock(
    auth,
    {
      stopped: (data, reason) => reported.push(`${data} ${reason}`),
      advanced: (data, behindMs) => reported.push(`${data} behind ${Math.round(behindMs / hour)} h`),
    },
    {
      process: { now: () => Date.now() + ahead.process },
      database: async (of) => (await realTime.database(of)) + ahead.database,
    },
  );

/** Stores a last run at this distance from the true time. */
async function lastRun(msAgo: number, reachedMsAgo = msAgo): Promise<void> {
  await database.query(`UPDATE auth.retention_runs SET seen = $1, reached = $2 WHERE data = 'auth'`, [
    new Date(Date.now() - msAgo),
    new Date(Date.now() - reachedMsAgo),
  ]);
}
/**
 * Runs the clock once. Returns the hours by which the result is behind the true time, or undefined if the run stops.
 */
async function run(): Promise<number | undefined> {
  const time = await clock().advance('auth', auth);
  return time === undefined ? undefined : Math.round((Date.now() - time) / hour);
}

it('DeletionClock.advance() returns the current time if all clocks agree and the last run was recent', async () => {
  await lastRun(6 * hour);
  expect(await run()).toBe(0);
  expect(reported).toEqual(['auth behind 0 h']);
});

it.each(['process', 'database'] as const)(
  'DeletionClock.advance() allows no deletion if the clock of the %s is 31 days fast or slow',
  async (which) => {
    await lastRun(6 * hour);
    for (const offset of [31 * day, -31 * day]) {
      ahead[which] = offset;
      expect(await run()).toBeUndefined();
    }
    expect(reported).toEqual(['auth clocks', 'auth clocks']);
    ahead[which] = 0;
    expect(await run()).toBe(0);
  },
);

it('DeletionClock.advance() moves the deletion limit by at most one day if all clocks are 31 days fast', async () => {
  await lastRun(6 * hour);
  ahead = { process: 31 * day, database: 31 * day };
  expect(await run()).toBeUndefined();
  expect(reported).toEqual(['auth gap']);
  ahead = { process: 31 * day + 6 * hour, database: 31 * day + 6 * hour };
  expect(await run()).toBe(-(STEP_MS - 6 * hour) / hour);
  expect(reported.at(-1)).toBe('auth behind 732 h');
  // The clocks show the true time again.
  ahead = { process: 0, database: 0 };
  expect(await run()).toBe(0);
});

it('DeletionClock.advance() stops the first run after a gap of ten days, then moves one day per run', async () => {
  await lastRun(10 * day);
  expect(await run()).toBeUndefined();
  ahead = { process: 6 * hour, database: 6 * hour };
  expect(await run()).toBe(9 * 24);
  ahead = { process: 12 * hour, database: 12 * hour };
  expect(await run()).toBe(8 * 24);
});

it('DeletionClock.advance() does not move the deletion limit within an hour after the last run', async () => {
  await lastRun(hour / 2, 5 * day);
  expect(await run()).toBe(5 * 24);
});
