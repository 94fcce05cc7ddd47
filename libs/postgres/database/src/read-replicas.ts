// Uses raw SQL instead of TypeORM to query WAL (write-ahead log) positions of the servers.
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import { type Statement, within } from '@storewright/postgres-driver';
import type { Database } from './database';

const POLL_INTERVAL_MS = 500;
/** Timeout in milliseconds for a query of a WAL position. */
const ANSWER_MS = 1_000;
/**
 * Maximum replication lag in milliseconds that the service can measure. Older WAL positions of the primary
 * are dropped.
 */
const HISTORY_MS = 60 * 60 * 1_000;

/**
 * Queries the position in the WAL (write-ahead log) that covers all acknowledged commits. With synchronous
 * commit, a commit is flushed to disk before it is acknowledged. Otherwise the commit is only inserted into
 * the WAL.
 */
const writtenStatement: Statement = {
  name: 'written',
  text: `SELECT ((CASE current_setting('synchronous_commit') WHEN 'off' THEN
          pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)
      - '0/0'::pg_lsn)::text AS position, (SELECT system_identifier FROM pg_control_system())::text AS system`,
};
const replayedStatement: Statement = {
  name: 'replayed',
  text: `SELECT (pg_last_wal_replay_lsn() - '0/0'::pg_lsn)::text AS position, pg_is_in_recovery() AS follows,
      (SELECT system_identifier FROM pg_control_system())::text AS system`,
};

interface Position {
  position: string;
  system: string;
  follows?: boolean;
}

/**
 * `replica` if a replica served the read. The other values are reasons why the primary server served the
 * read.
 */
export type ReadOutcome = 'replica' | 'written' | 'behind' | 'failed';

/**
 * WAL (write-ahead log) position of the primary server. The time of the query is on the clock of this
 * process.
 */
interface Written {
  at: number;
  position: bigint;
}

interface Replica {
  database: Pick<Database, 'query' | 'close'>;
  /** Time before which every committed transaction has reached the replica, on the clock of this process. */
  provenAt: number;
  /** True if the server does not follow the primary. */
  isForeign: boolean;
  /** True if the log has reported that the lag of the replica is too large. */
  isBehind: boolean;
}

/**
 * Read replicas of the shop database. Tracks which commits each replica has applied: stores WAL positions of
 * the primary with the time of the query. A replica that has reached a position has every commit before that
 * time.
 */
export class ReadReplicas implements OnApplicationShutdown {
  private readonly log = new Logger('replicas');
  private readonly replicas: Replica[];
  readonly isUsed: boolean;
  private written: Written[] = [];
  private timer?: NodeJS.Timeout;
  private isStopped = false;
  private turn = 0;
  readonly reads: Record<ReadOutcome, number> = { replica: 0, written: 0, behind: 0, failed: 0 };

  constructor(
    private readonly primary: Pick<Database, 'query'>,
    databases: readonly Replica['database'][],
    private readonly maxLagMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.replicas = databases.map((database) => ({
      ...{ database, provenAt: -Infinity, isForeign: false, isBehind: false },
    }));
    this.isUsed = this.replicas.length > 0;
  }

  /** Upper bound of each replica's lag in milliseconds. Infinity means that the lag is unknown. */
  get lags(): number[] {
    return this.replicas.map(({ provenAt }) => this.now() - provenAt);
  }

  async start(): Promise<void> {
    if (!this.isUsed) return;
    await this.poll();
    this.schedule();
  }

  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    clearTimeout(this.timer);
    await Promise.all(this.replicas.map(({ database }) => database.close()));
  }

  get areBehind(): boolean {
    return this.usable(-Infinity).length === 0;
  }

  /**
   * Returns a replica with acceptable lag that has every commit before `time`, or undefined. Rotates between
   * the replicas that meet these conditions.
   */
  after(time: number): Replica['database'] | undefined {
    const usable = this.usable(time);
    this.turn += 1;
    return usable[this.turn % usable.length]?.database;
  }

  private usable(time: number): Replica[] {
    return this.replicas.filter((replica) => replica.provenAt > time && !this.isTooOld(replica));
  }

  private isTooOld({ provenAt }: Replica): boolean {
    return provenAt < this.now() - this.maxLagMs;
  }

  private reportLag(): void {
    for (const [at, replica] of this.replicas.entries()) {
      const isBehind = !replica.isForeign && this.isTooOld(replica);
      if (isBehind === replica.isBehind) continue;
      replica.isBehind = isBehind;
      const why = `more than ${this.maxLagMs / 1_000} s behind, or it does not respond`;
      this.log.warn(`replica ${at + 1} ${isBehind ? `is not read: it is ${why}` : 'is read again'}`);
    }
  }

  /**
   * Queries the WAL positions of the primary and all replicas. If a replica does not respond, its measured
   * lag grows.
   */
  async poll(): Promise<void> {
    try {
      const at = this.now();
      const { position, system } = await this.positionOf(this.primary, writtenStatement);
      this.remember({ at, position: BigInt(position) });
      await Promise.allSettled(this.replicas.map((replica) => this.pollReplica(replica, system)));
      this.reportLag();
    } catch {
      // The connection monitor reports that the primary is down.
    }
  }

  /**
   * Stores a WAL position of the primary server. Drops most positions older than `2 * maxLagMs`, which are
   * only needed to report the lag.
   */
  private remember(latest: Written): void {
    this.written.push(latest);
    let last = -Infinity;
    this.written = this.written.filter(({ at }) => {
      const age = latest.at - at;
      const isKept = age <= 2 * this.maxLagMs || (age <= HISTORY_MS && at - last >= this.maxLagMs);
      if (isKept) last = at;
      return isKept;
    });
  }

  private async pollReplica(replica: Replica, system: string): Promise<void> {
    const position = await this.positionOf(replica.database, replayedStatement);
    const isForeign = position.system !== system || !position.follows;
    if (isForeign !== replica.isForeign) {
      replica.isForeign = isForeign;
      if (isForeign)
        this.log.warn(
          'a server in SHOP_REPLICA_URLS does not follow the server of SHOP_DATABASE_URL: it is not read',
        );
    }
    if (isForeign) return void (replica.provenAt = -Infinity);
    const replayed = BigInt(position.position);
    const proven = this.written.findLast((written) => written.position <= replayed);
    if (proven) replica.provenAt = Math.max(replica.provenAt, proven.at);
  }

  private async positionOf(database: Pick<Database, 'query'>, statement: Statement): Promise<Position> {
    const [row] = await within(ANSWER_MS, 'a position', database.query<Position & object>({}, statement));
    return row!;
  }

  private schedule(): void {
    if (this.isStopped) return;
    this.timer = setTimeout(() => void this.poll().then(() => this.schedule()), POLL_INTERVAL_MS).unref();
  }
}
