import { setTimeout as pause } from 'node:timers/promises';
import { migrate, shopMigrations } from '@storewright/schema';
import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type FaultRow, underTraffic } from './fault';
import { formatSeconds } from '../numbers';
import { type FaultPlatform } from './fault-platform';

const passwords = { owner: 'owner', auth: 'auth', shop: 'shop', hooks: 'hooks' };

/** A migration whose lock conflicts with the locks of readers. */
class AddColumn9900000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shop.meta ADD COLUMN added_by_faults integer');
  }
  async down(): Promise<void> {}
}

export async function migration(platform: FaultPlatform): Promise<FaultRow[]> {
  const hold = platform.short ? 0 : 60_000;
  const lines: string[] = [];
  let onReport: () => void;
  // The migration reports the blocking session after its first lock timeout.
  const hasReported = new Promise<void>((done) => (onReport = done));
  const report = (line: string) => {
    lines.push(line);
    onReport();
  };
  let [ranAfter, ran]: [number, string[]] = [0, []];
  const url = platform.postgres.administratorUrl;
  const row = await underTraffic(platform, {
    done: `a reader holds its lock ${platform.short ? 'until' : `for ${hold / 1000} s while`} a migration waits`,
    // A write waits up to 1.5 s for the migration. On a busy machine, the write can then exceed its own limit
    // of 2 s.
    allowed: platform.short ? ['409 rows_locked'] : [],
    async inject() {
      const reader = new Client({ connectionString: url, application_name: 'a long report' });
      await reader.connect();
      await reader.query('BEGIN; SELECT FROM shop.meta LIMIT 1');
      shopMigrations.push(Object.assign(AddColumn9900000000000, { path: 'tools/bench' }));
      const migrating = migrate({ auth: url, shop: url }, passwords, { report });
      await Promise.all([pause(hold), Promise.race([hasReported, migrating])]);
      await reader.end();
      const ended = performance.now();
      ran = await migrating;
      ranAfter = performance.now() - ended;
      shopMigrations.pop();
    },
    check: () => ({
      seen: `the migration ran ${formatSeconds(ranAfter)} after the reader; ${lines.length} reports`,
      expected: `the migration runs${platform.short ? '' : ' ≤ 10 s after the reader'}`,
      ok:
        ran.length === 1 &&
        lines.length > 0 &&
        lines.every((line) => line.includes('a long report')) &&
        (platform.short || ranAfter <= 10_000),
    }),
  });
  return [row];
}
