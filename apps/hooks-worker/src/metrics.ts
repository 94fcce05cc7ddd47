import { Injectable } from '@nestjs/common';
import { AuthDatabase, ShopDatabase } from '@storewright/database';
import {
  type DeletionClockObserver,
  type DeletionStop,
  deletionStops,
  type OutdatedTable,
  outdatedTables,
  type RetainedData,
  retainedData,
  type RetentionObserver,
} from '@storewright/retention';
import {
  deliveryKinds,
  type DeliveryObserver,
  DeliveryScheduler,
  type SkippedItem,
  type StreamState,
} from '@storewright/webhooks';
import { collectProcessMetrics, OwnMetrics } from '@storewright/metrics';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { ArchiveMetrics } from './archive-metrics';
import { ClusterMetrics } from './cluster-metrics';

const prefix = 'storewright_webhook';

const skippedKinds: Record<SkippedItem['kind'], true> = {
  unreadable_secret: true,
  refused_event: true,
  uncleared_shop: true,
  waiting_redaction: true,
};

/** Calls a database function that covers all shops. */
const read = 'SELECT state, streams, events, oldest FROM shop.webhook_backlog()';
interface Backlog {
  state: Exclude<StreamState, 'ended'> | 'unnumbered';
  streams: string;
  events: string;
  oldest: string | null;
}

/** Metrics of the webhook worker for the operator (docs/monitoring.md). */
@Injectable()
export class Metrics implements RetentionObserver, DeletionClockObserver {
  readonly registry = new Registry();
  private readonly attempts = this.of(Counter, 'attempts_total', 'Delivery attempts by kind and outcome', [
    'kind',
    'outcome',
  ]);
  private readonly durations = new Histogram({
    name: `${prefix}_attempt_seconds`,
    help: 'Duration of delivery attempts',
    labelNames: ['outcome'],
    buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15],
    registers: [this.registry],
  });
  private readonly streams = this.of(Gauge, 'streams_behind', 'Installations with undelivered events', [
    'state',
  ]);
  private readonly events = this.of(Gauge, 'backlog_events', 'Undelivered events of all installations', [
    'state',
  ]);
  private readonly oldest = this.of(
    Gauge,
    'oldest_event_age_seconds',
    'Age of the oldest undelivered event',
    ['state'],
  );
  private readonly places = this.of(
    Gauge,
    'deliveries_running',
    'Installations whose events are being delivered',
    [],
  );

  private readonly passedOver = this.of(
    Counter,
    'skipped_total',
    'Broken items that were skipped. Any increase needs the attention of an operator',
    ['kind'],
  );

  private readonly removedRows = new Counter({
    name: 'storewright_retention_removed_total',
    help: 'Outdated rows of the auth data that were deleted',
    labelNames: ['table'],
    registers: [this.registry],
  });
  private readonly failedRemovals = new Counter({
    name: 'storewright_retention_failures_total',
    help: 'Failed attempts to delete outdated rows of a table',
    labelNames: ['table'],
    registers: [this.registry],
  });
  private readonly lastRemoval = new Gauge({
    name: 'storewright_retention_last_success_timestamp_seconds',
    help: 'Time when this worker last finished all tables',
    registers: [this.registry],
  });

  private readonly stoppedRuns = new Gauge({
    name: 'storewright_retention_stopped',
    help: '1 if the last run deleted nothing, because clocks disagree or the previous run was long ago',
    labelNames: ['data', 'reason'],
    registers: [this.registry],
  });
  private readonly behind = new Gauge({
    name: 'storewright_retention_behind_seconds',
    help: 'Lag of the deletion clock behind the clocks of process and database',
    labelNames: ['data'],
    registers: [this.registry],
  });

  private readonly clock = new Gauge({
    name: 'storewright_clock_offset_seconds',
    help: 'Clock of the database minus the clock of this process',
    registers: [this.registry],
  });

  private readonly silentNodes = new Gauge({
    name: 'storewright_database_nodes_silent',
    help: 'Nodes of the shop data that did not respond to the last poll',
    registers: [this.registry],
  });

  private readonly archive: ArchiveMetrics;
  private readonly cluster: ClusterMetrics;

  constructor(
    private readonly database: ShopDatabase,
    auth: AuthDatabase,
  ) {
    collectProcessMetrics();
    this.archive = new ArchiveMetrics(this.registry, { auth, shop: database });
    this.cluster = new ClusterMetrics(this.registry, database);
    // Creates every time series with the value 0. Otherwise Prometheus misses an increase before the first
    // scrape of a time series.
    for (const kind of Object.keys(skippedKinds)) this.passedOver.inc({ kind }, 0);
    for (const table of outdatedTables) {
      this.removedRows.inc({ table }, 0);
      this.failedRemovals.inc({ table }, 0);
    }
    for (const outcome of ['delivered', 'failed']) {
      this.durations.zero({ outcome });
      for (const kind of deliveryKinds) this.attempts.inc({ kind, outcome }, 0);
    }
    for (const data of retainedData) this.advanced(data, 0);
  }

  attempted({ kind, success, durationMs }: Parameters<DeliveryObserver['attempted']>[0]): void {
    const outcome = success ? 'delivered' : 'failed';
    this.attempts.inc({ kind, outcome });
    this.durations.observe({ outcome }, durationMs / 1000);
  }

  skipped(kind: SkippedItem['kind']): void {
    this.passedOver.inc({ kind });
  }

  removed(table: OutdatedTable, rows: number): void {
    this.removedRows.inc({ table }, rows);
  }

  removalFailed(table: OutdatedTable): void {
    this.failedRemovals.inc({ table });
  }

  removalDone(): void {
    this.lastRemoval.setToCurrentTime();
  }

  stopped(data: RetainedData, reason: DeletionStop): void {
    for (const each of deletionStops) this.stoppedRuns.set({ data, reason: each }, each === reason ? 1 : 0);
  }

  advanced(data: RetainedData, behindMs: number): void {
    for (const reason of deletionStops) this.stoppedRuns.set({ data, reason }, 0);
    this.behind.set({ data }, behindMs / 1000);
  }

  async print({ limiter: places, silentNodes }: DeliveryScheduler): Promise<string> {
    const rows = await this.database.query<Backlog>({}, { name: 'webhook-backlog', text: read });
    for (const gauge of [this.streams, this.events, this.oldest]) gauge.reset();
    for (const state of ['active', 'paused', 'unnumbered'] as const) {
      const row = rows.find((each) => each.state === state);
      const since = row?.oldest;
      this.streams.set({ state }, Number(row?.streams ?? 0));
      this.events.set({ state }, Number(row?.events ?? 0));
      this.oldest.set({ state }, since ? Math.max(0, (Date.now() - Date.parse(since)) / 1000) : 0);
    }
    await Promise.all([this.archive.read(), this.cluster.read()]);
    const { clockOffsetMs } = this.database;
    if (clockOffsetMs !== undefined) this.clock.set(clockOffsetMs / 1000);
    this.places.set(places.inUse);
    this.silentNodes.set(silentNodes.count);
    return this.registry.metrics();
  }

  private of<M>(
    Metric: new (options: { name: string; help: string; labelNames: string[]; registers: Registry[] }) => M,
    name: string,
    help: string,
    labelNames: string[],
  ): M {
    return new Metric({ name: `${prefix}_${name}`, help, labelNames, registers: [this.registry] });
  }
}

/** Metrics of the webhook worker without the metrics of the Node.js process. */
@Injectable()
export class WorkerMetrics extends OwnMetrics {
  constructor(
    private readonly metrics: Metrics,
    private readonly scheduler: DeliveryScheduler,
  ) {
    super();
  }

  print(): Promise<string> {
    return this.metrics.print(this.scheduler);
  }
}
