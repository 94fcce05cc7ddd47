// This file contains SQL that reads statistics of the Postgres server.
import { Client } from 'pg';
import { valueOf, Worker } from '../webhooks/worker';
import type { Point } from './trend';

/**
 * Sampled metrics of each service. In V8, the old heap contains objects that survived garbage collections,
 * and the young heap contains new objects.
 */
const serviceMetrics = {
  memory: { name: 'process_resident_memory_bytes', scale: 2 ** -20 },
  heap: { name: 'nodejs_heap_space_size_used_bytes', labels: { space: 'old' }, scale: 2 ** -20 },
  young: { name: 'nodejs_heap_space_size_total_bytes', labels: { space: 'new' }, scale: 2 ** -20 },
  files: { name: 'process_open_fds', scale: 1 },
  lag: { name: 'nodejs_eventloop_lag_p99_seconds', scale: 1_000 },
};

export type ServiceMetric = keyof typeof serviceMetrics;

/**
 * Minimum size in bytes of a sampled table. The size of a smaller table depends on its pages and not on its
 * rows.
 */
const MIN_TABLE_BYTES = 2 ** 20;

/** Size in bytes of a database table: its rows and its indexes. */
export interface TableSize {
  name: string;
  rows: number;
  dead: number;
  bytes: number;
  indexBytes: number;
}

const tableSizes = `
  SELECT schemaname || '.' || relname AS name, n_live_tup::float8 AS rows, n_dead_tup::float8 AS dead,
    (pg_total_relation_size(relid) - pg_indexes_size(relid))::float8 AS bytes,
      pg_indexes_size(relid)::float8 AS "indexBytes"
  FROM pg_stat_user_tables WHERE schemaname IN ('auth', 'shop') ORDER BY pg_total_relation_size(relid) DESC`;
const connections = `SELECT count(*)::integer AS count FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND usename LIKE 'storewright\\_%'`;

/**
 * Samples the metrics of a platform at intervals. Examples of series are `shop-api memory` and `connections`.
 */
export class Samples {
  readonly series = new Map<string, Point[]>();
  /** Bytes per row, separately for each table and its indexes. */
  readonly rowSizes = new Map<string, Point[]>();
  readonly indexSizes = new Map<string, Point[]>();
  tables: TableSize[] = [];
  private readonly startedAt = performance.now();
  private sampling: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly client: Client,
    private readonly metricsUrls: ReadonlyMap<string, string>,
    private readonly others: () => Record<string, number>,
  ) {}

  /** Starts sampling. `others` returns the current values of additional series, keyed by name. */
  static async open(
    databaseUrl: string,
    metricsUrls: ReadonlyMap<string, string>,
    others: () => Record<string, number>,
  ): Promise<Samples> {
    const client = new Client({ connectionString: databaseUrl, application_name: 'soak' });
    await client.connect();
    return new Samples(client, metricsUrls, others);
  }

  start(everyMs: number): void {
    this.timer = setInterval(() => {
      this.sampling = this.sampling.then(() => this.sample());
    }, everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.sampling;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.client.end();
  }

  get seconds(): number {
    return (performance.now() - this.startedAt) / 1000;
  }

  of(name: string): Point[] {
    return this.series.get(name) ?? [];
  }

  async sample(): Promise<void> {
    const at = this.seconds;
    for (const [service, url] of this.metricsUrls) {
      const metrics = await (await fetch(url)).text();
      for (const [what, { name, scale, ...more }] of Object.entries(serviceMetrics))
        this.add(
          `${service} ${what}`,
          at,
          valueOf(metrics, name, 'labels' in more ? more.labels : {}) * scale,
        );
      if (service !== 'hooks-worker') continue;
      this.add('backlog', at, valueOf(metrics, Worker.names.backlog));
      this.add('deliveries', at, valueOf(metrics, Worker.names.attempts, { outcome: 'delivered' }));
    }
    const { rows: counted } = await this.client.query<{ count: number }>(connections);
    this.add('connections', at, counted[0]!.count);
    this.tables = (await this.client.query<TableSize>(tableSizes)).rows;
    for (const { name, rows, bytes, indexBytes } of this.tables) {
      if (rows === 0) continue;
      if (bytes >= MIN_TABLE_BYTES) addTo(this.rowSizes, name, [at, bytes / rows]);
      if (indexBytes >= MIN_TABLE_BYTES) addTo(this.indexSizes, name, [at, indexBytes / rows]);
    }
    const sum = (of: (table: TableSize) => number) => this.tables.reduce((all, table) => all + of(table), 0);
    this.add('tables', at, sum(({ bytes }) => bytes) / 2 ** 20);
    this.add('indexes', at, sum(({ indexBytes }) => indexBytes) / 2 ** 20);
    const [rowCount, deadCount] = [sum(({ rows }) => rows), sum(({ dead }) => dead)];
    this.add('rows', at, rowCount);
    this.add('dead rows', at, deadCount);
    for (const [name, value] of Object.entries(this.others())) this.add(name, at, value);
  }

  private add(name: string, at: number, value: number): void {
    addTo(this.series, name, [at, value]);
  }
}

function addTo(series: Map<string, Point[]>, name: string, point: Point): void {
  const points = series.get(name);
  if (points) points.push(point);
  else series.set(name, [point]);
}
