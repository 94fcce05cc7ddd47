import { migrate, shopMigrations } from '@storewright/schema';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type Row, seconds, underTraffic } from './fault';
import { pause, type World } from './world';

const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };

/** Needs a lock that nobody can have while somebody reads. */
class AddColumn9900000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shop.meta ADD COLUMN added_by_faults integer');
  }
  async down(): Promise<void> {}
}

/** A reader holds its lock while a migration wants it. */
export async function migration(world: World): Promise<Row[]> {
  const hold = world.short ? 0 : 60_000;
  const lines: string[] = [];
  let said: () => void;
  // It looks for whom it waits once it has waited in vain: on a busy machine that may be later than any time that is set here.
  const hasSaid = new Promise<void>((done) => (said = done));
  const report = (line: string) => {
    lines.push(line);
    said();
  };
  let [ranAfter, ran]: [number, string[]] = [0, []];
  const url = world.postgres.administratorUrl;
  const row = await underTraffic(world, {
    done: `a reader holds its lock ${world.short ? 'until a migration says that it waits' : `for ${hold / 1000} s while a migration wants it`}`,
    // The migration queues for 1.5 s at a time. On a busy machine a write behind it may exceed its own limit of 2 s.
    allowed: world.short ? ['409 rows_locked'] : [],
    async happen() {
      const reader = new Client({ connectionString: url, application_name: 'a long report' });
      await reader.connect();
      await reader.query('BEGIN; SELECT FROM shop.meta LIMIT 1');
      shopMigrations.push(Object.assign(AddColumn9900000000000, { path: 'tools/bench' }));
      const migrating = migrate({ auth: url, shop: url }, passwords, { report });
      await Promise.all([pause(hold), Promise.race([hasSaid, migrating])]);
      await reader.end();
      const ended = performance.now();
      ran = await migrating;
      ranAfter = performance.now() - ended;
      shopMigrations.pop();
    },
    also: () => ({
      seen: `the migration ran ${seconds(ranAfter)} after the reader, and said ${lines.length} times for whom it waits`,
      expected: `the migration runs${world.short ? '' : ' ≤ 10 s after the reader'}`,
      ok:
        ran.length === 1 &&
        lines.length > 0 &&
        lines.every((line) => line.includes('a long report')) &&
        (world.short || ranAfter <= 10_000),
    }),
  });
  return [row];
}
