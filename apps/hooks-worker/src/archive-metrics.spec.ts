import { OwnPostgres, until } from '@storewright/testing';
import { Stage } from './testing/stage';

describe('ArchiveMetrics', () => {
  it('reports the last failed archiving of each database, and 0 if archiving never succeeded', async () => {
    const postgres = await OwnPostgres.start({
      settings: { wal_level: 'replica', archive_mode: 'on', archive_command: 'false' },
    });
    const stage = await Stage.open(postgres);
    try {
      const worker = await stage.startWorker();
      await postgres.query(`SELECT pg_logical_emit_message(true, 'spec', 'a record')`);
      await postgres.query('SELECT pg_switch_wal()');
      const failed = await until('it has failed', async () => {
        const text = 'SELECT extract(epoch FROM last_failed_time)::float8 AS at FROM pg_stat_archiver';
        const [row] = await postgres.query<{ at: number | null }>(text);
        return row!.at ?? undefined;
      });
      const { body } = await worker.inject({ url: '/metrics' });
      const valueOf = (series: string) =>
        Number(
          body
            .split('\n')
            .find((line) => line.startsWith(`storewright_archive_${series} `))!
            .split(' ')[1],
        );
      for (const data of ['auth', 'shop']) {
        expect(valueOf(`last_failure_timestamp_seconds{data="${data}"}`)).toBeGreaterThanOrEqual(failed);
        expect(valueOf(`last_success_timestamp_seconds{data="${data}"}`)).toBe(0);
      }
    } finally {
      await stage.close();
    }
  });
});
