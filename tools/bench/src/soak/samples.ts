// SQL: the server's own statistics.
import { Client } from 'pg';
import { valueOf, Worker } from '../webhooks/worker';
import type { Point } from './trend';

/** What is looked at of each service: by its name in the metrics, and as it is shown. The old heap is what has survived collections, the young one the room for what is new. */
const ofService = {
  memory: { name: 'process_resident_memory_bytes', scale: 2 ** -20 },
  heap: { name: 'nodejs_heap_space_size_used_bytes', labels: { space: 'old' }, scale: 2 ** -20 },
  young: { name: 'nodejs_heap_space_size_total_bytes', labels: { space: 'new' }, scale: 2 ** -20 },
  files: { name: 'process_open_fds', scale: 1 },
  lag: { name: 'nodejs_eventloop_lag_p99_seconds', scale: 1_000 },
};

export type OfService = keyof typeof ofService;

/** Of a smaller table pages are counted, and not rows. */
const leastBytes = 2 ** 20;

/** Sizes of a table: of its rows, and of its indexes with them. */
export interface TableSize {
  name: string;
  rows: number;
  dead: number;
  bytes: number;
  indexBytes: number;
}

const tableSizes = `
  SELECT schemaname || '.' || relname AS name, n_live_tup::float8 AS rows, n_dead_tup::float8 AS dead,
    (pg_total_relation_size(relid) - pg_indexes_size(relid))::float8 AS bytes, pg_indexes_size(relid)::float8 AS "indexBytes"
  FROM pg_stat_user_tables WHERE schemaname IN ('auth', 'shop') ORDER BY pg_total_relation_size(relid) DESC`;
/** Without those of who looks. */
const connections = `SELECT count(*)::integer AS count FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND usename LIKE 'storewright\\_%'`;

/** Looks at a platform from time to time, and keeps what it sees by name: `shop-api memory`, `connections`, … */
export class Samples {
  readonly series = new Map<string, Point[]>();
  /** Bytes of a row, and of what the indexes have of it, by table. */
  readonly rowSizes = new Map<string, Point[]>();
  readonly indexSizes = new Map<string, Point[]>();
  tables: TableSize[] = [];
  /** s since the first look. */
  private readonly began = performance.now();
  private looking: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | undefined;

  private constructor(
    private readonly client: Client,
    private readonly metricsUrls: ReadonlyMap<string, string>,
    private readonly others: () => Record<string, number>,
  ) {}

  /** `others`: what else there is to be seen at a time. */
  static async open(
    databaseUrl: string,
    metricsUrls: ReadonlyMap<string, string>,
    others: () => Record<string, number>,
  ): Promise<Samples> {
    const client = new Client({ connectionString: databaseUrl, application_name: 'soak' });
    await client.connect();
    return new Samples(client, metricsUrls, others);
  }

  /** Looks every so many ms from now on. */
  start(everyMs: number): void {
    this.timer = setInterval(() => {
      this.looking = this.looking.then(() => this.look());
    }, everyMs);
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.looking;
  }

  async close(): Promise<void> {
    await this.stop();
    await this.client.end();
  }

  get seconds(): number {
    return (performance.now() - this.began) / 1000;
  }

  of(name: string): Point[] {
    return this.series.get(name) ?? [];
  }

  async look(): Promise<void> {
    const at = this.seconds;
    for (const [service, url] of this.metricsUrls) {
      const metrics = await (await fetch(url)).text();
      for (const [what, { name, scale, ...more }] of Object.entries(ofService))
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
      if (bytes >= leastBytes) addTo(this.rowSizes, name, [at, bytes / rows]);
      if (indexBytes >= leastBytes) addTo(this.indexSizes, name, [at, indexBytes / rows]);
    }
    const sum = (of: (table: TableSize) => number) => this.tables.reduce((all, table) => all + of(table), 0);
    this.add('tables', at, sum(({ bytes }) => bytes) / 2 ** 20);
    this.add('indexes', at, sum(({ indexBytes }) => indexBytes) / 2 ** 20);
    this.add(
      'rows',
      at,
      sum(({ rows }) => rows),
    );
    this.add(
      'dead rows',
      at,
      sum(({ dead }) => dead),
    );
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
