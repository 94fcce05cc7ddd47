// This file contains SQL, because it reads a statistics view of Postgres.
import type { Database } from '@storewright/database';
import type { RetainedData } from '@storewright/retention';
import { Gauge, type Registry } from 'prom-client';

const text = `SELECT coalesce(extract(epoch FROM last_archived_time), 0)::float8 AS success,
  coalesce(extract(epoch FROM last_failed_time), 0)::float8 AS failure FROM pg_stat_archiver`;

/**
 * Metrics with the times at which Postgres last archived, and last failed to archive, a write-ahead log file.
 * On Citus the times are those of the coordinator. Every database role can read these times.
 */
export class ArchiveMetrics {
  private readonly success: Gauge;
  private readonly failure: Gauge;

  constructor(
    registry: Registry,
    private readonly databases: Readonly<Record<RetainedData, Database>>,
  ) {
    const gauge = (outcome: string, help: string) =>
      new Gauge({
        ...{ name: `storewright_archive_last_${outcome}_timestamp_seconds`, help, labelNames: ['data'] },
        registers: [registry],
      });
    this.success = gauge('success', 'Time when Postgres last archived its write-ahead log, 0 for never');
    this.failure = gauge(
      'failure',
      'Time when Postgres last failed to archive its write-ahead log, 0 for never',
    );
  }

  /** Reads the times from the database servers. If a server does not respond, its previous times remain. */
  async read(): Promise<void> {
    await Promise.allSettled(
      Object.entries(this.databases).map(async ([data, database]) => {
        const [row] = await database.query<{ success: number; failure: number }>(
          {},
          { name: 'archiver', text },
        );
        this.success.set({ data }, row!.success);
        this.failure.set({ data }, row!.failure);
      }),
    );
  }
}
