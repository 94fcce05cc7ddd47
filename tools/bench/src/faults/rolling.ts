import { setTimeout as pause } from 'node:timers/promises';
import { migrate } from '@storewright/schema';
import { Client } from 'pg';
import { programOf } from '../stage';
import { type FaultRow, underTraffic } from './fault';
import { formatSeconds } from '../numbers';
import { type VersionBefore, versionBefore } from './version-before';
import { serviceNames, FaultPlatform } from './fault-platform';

const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
/**
 * Milliseconds during which both versions handle requests, and during which a reader blocks the migration.
 */
const [BOTH_FOR_MS, READER_MS] = [3_000, 10_000];

/**
 * Performs rolling updates under load: from the previous version to this version, back, and to this version
 * again. No request may fail.
 */
export function rolling(from?: string): () => Promise<FaultRow[]> {
  return async () => {
    const before = await versionBefore(from);
    if (!before)
      return [
        {
          done: 'a rolling update from the version before',
          seen: 'git does not have the version before (a clone without its history)',
          expected: '0 failed requests',
          ok: 'not run',
        },
      ];
    const { programOf: programs, migrate: prepare } = before;
    const platform = await FaultPlatform.open(false, { programs, prepare });
    try {
      return [await migration(platform, before), await updates(platform, before)];
    } finally {
      await platform.close();
      before.remove();
    }
  };
}

/**
 * Migrates the database while the previous version handles requests and a reader holds locks on every table.
 */
async function migration(platform: FaultPlatform, { name }: VersionBefore): Promise<FaultRow> {
  const url = platform.postgres.administratorUrl;
  const waits: string[] = [];
  let [ran, ranAfter]: [string[], number] = [[], 0];
  return underTraffic(platform, {
    done:
      `${name} serves while the schema becomes that of this version, and a dump holds its locks ` +
      `for ${READER_MS / 1000} s`,
    allowed: [],
    async inject() {
      const reader = await lockingAll(url);
      const migrating = migrate({ auth: url, shop: url }, passwords, { report: (line) => waits.push(line) });
      await pause(READER_MS);
      await reader.end();
      const ended = performance.now();
      ran = await migrating;
      ranAfter = performance.now() - ended;
      // Lets the previous version run on the new schema for a while.
      await pause(BOTH_FOR_MS);
    },
    check: () => ({
      seen:
        `${ran.map((each) => each.slice(0, -13)).join(', ') || 'nothing to migrate'}, ` +
        `${formatSeconds(ranAfter)} after the dump, of which it told ${waits.length} times`,
      expected: 'it runs ≤ 10 s after the dump',
      ok: ranAfter <= 10_000 && waits.every((line) => line.includes('a dump')),
    }),
  });
}

async function lockingAll(url: string): Promise<Client> {
  const reader = new Client({ connectionString: url, application_name: 'a dump' });
  await reader.connect();
  const { rows } = await reader.query<{ name: string }>(
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname IN ('auth', 'shop')`,
  );
  await reader.query(`BEGIN; LOCK TABLE ${rows.map(({ name }) => name).join(', ')} IN ACCESS SHARE MODE`);
  return reader;
}

async function updates(platform: FaultPlatform, { name, programOf: old }: VersionBefore): Promise<FaultRow> {
  const codes: (number | null)[] = [];
  return underTraffic(platform, {
    done:
      `a rolling update from ${name} to this version, back, and forth again; both serve for ` +
      `${BOTH_FOR_MS / 1000} s each time`,
    allowed: [],
    async inject() {
      for (const programs of [programOf, old, programOf]) {
        platform.programOf = programs;
        for (const service of serviceNames) codes.push(await platform.replace(service, BOTH_FOR_MS));
      }
    },
    check: () => ({
      seen: `${codes.length} processes ended with ${[...new Set(codes)].join()}`,
      expected: 'ended with 0',
      ok: codes.every((code) => code === 0),
    }),
  });
}
