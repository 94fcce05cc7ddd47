import { migrate } from '@storewright/schema';
import { Client } from 'pg';
import { programOf } from '../stage';
import { type Row, seconds, underTraffic } from './fault';
import { type VersionBefore, versionBefore } from './version-before';
import { pause, serviceNames, World } from './world';

const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };
/** In ms: how long both versions serve, and how long somebody reads every table before the migration may have its locks. */
const [bothFor, reading] = [3_000, 10_000];

/** From the version before to this one, back, and forth again, under load: nobody is refused anything. */
export function rolling(from?: string): () => Promise<Row[]> {
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
    const world = await World.open(false, { programs, prepare });
    try {
      return [await migration(world, before), await updates(world, before)];
    } finally {
      await world.close();
      before.remove();
    }
  };
}

/** The version before serves, while the schema becomes that of this one, for which somebody who reads every table has to end first. */
async function migration(world: World, { name }: VersionBefore): Promise<Row> {
  const url = world.postgres.administratorUrl;
  const waits: string[] = [];
  let [ran, ranAfter]: [string[], number] = [[], 0];
  return underTraffic(world, {
    done: `${name} serves while the schema becomes that of this version, and a dump holds its locks for ${reading / 1000} s`,
    allowed: [],
    async happen() {
      const reader = await lockingAll(url);
      const migrating = migrate({ auth: url, shop: url }, passwords, { report: (line) => waits.push(line) });
      await pause(reading);
      await reader.end();
      const ended = performance.now();
      ran = await migrating;
      ranAfter = performance.now() - ended;
      // Old code on the new schema.
      await pause(bothFor);
    },
    also: () => ({
      seen: `${ran.map((each) => each.slice(0, -13)).join(', ') || 'nothing to migrate'}, ${seconds(ranAfter)} after the dump, of which it told ${waits.length} times`,
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

/** Service by service: the next one serves beside the old one, which then ends. */
async function updates(world: World, { name, programOf: old }: VersionBefore): Promise<Row> {
  const codes: (number | null)[] = [];
  return underTraffic(world, {
    done: `a rolling update from ${name} to this version, back, and forth again; both serve for ${bothFor / 1000} s each time`,
    allowed: [],
    async happen() {
      for (const programs of [programOf, old, programOf]) {
        world.programOf = programs;
        for (const service of serviceNames) codes.push(await world.replace(service, bothFor));
      }
    },
    also: () => ({
      seen: `${codes.length} processes ended with ${[...new Set(codes)].join()}`,
      expected: 'ended with 0',
      ok: codes.every((code) => code === 0),
    }),
  });
}
