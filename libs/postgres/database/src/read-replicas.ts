// SQL: asks the servers themselves how far they are.
import { Logger, type OnApplicationShutdown } from '@nestjs/common';
import type { Database } from './database';
import type { Statement } from './prepared-client';
import { within } from './time-limit';

/** In ms: between two looks at how far the servers are, and for one answer. */
const [lookEveryMs, answerMs] = [500, 1_000];
/** A replica that is further behind is so since it was nearer, ms. */
const rememberedMs = 60 * 60 * 1_000;

/** What is committed has been flushed before it is acknowledged, unless the server is told not to wait for that. */
const writtenStatement: Statement = {
  name: 'written',
  text: `SELECT ((CASE current_setting('synchronous_commit') WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END)
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

/** What became of a read that could go to a replica. */
export type ReadOutcome = 'replica' | 'written' | 'behind' | 'failed';

/** Where the primary was. */
interface Written {
  at: number;
  position: bigint;
}

interface Replica {
  database: Pick<Database, 'query' | 'close'>;
  /** What was committed before this time (of this process) is replayed. */
  provenAt: number;
  isForeign: boolean;
  /** It was told that it is too far behind. */
  isBehind: boolean;
}

/**
 * Servers that follow that of the shop data, and what each has replayed for sure: the primary is asked for its position, and the time of asking is remembered; a
 * replica that has come so far has all that was committed before that time.
 */
export class ReadReplicas implements OnApplicationShutdown {
  private readonly log = new Logger('replicas');
  private readonly replicas: Replica[];
  /** Of the primary, the newest last. */
  private written: Written[] = [];
  private timer?: NodeJS.Timeout;
  private stopped = false;
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
  }

  get isUsed(): boolean {
    return this.replicas.length > 0;
  }

  /** How far each may be behind, in ms; Infinity: nobody knows. */
  get lags(): number[] {
    return this.replicas.map(({ provenAt }) => this.now() - provenAt);
  }

  async start(): Promise<void> {
    if (!this.isUsed) return;
    await this.look();
    this.lookAgain();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await Promise.all(this.replicas.map(({ database }) => database.close()));
  }

  /** Whether all are too far behind. */
  get areBehind(): boolean {
    return this.fit(-Infinity).length === 0;
  }

  /** One that has all that was committed before this time and is not too far behind, in turn; undefined: there is none. */
  after(time: number): Replica['database'] | undefined {
    const fit = this.fit(time);
    this.turn += 1;
    return fit[this.turn % fit.length]?.database;
  }

  private fit(time: number): Replica[] {
    return this.replicas.filter((replica) => replica.provenAt > time && !this.isTooOld(replica));
  }

  private isTooOld({ provenAt }: Replica): boolean {
    return provenAt < this.now() - this.maxLagMs;
  }

  /** Each time that it begins, and when it is over. */
  private tellLate(): void {
    for (const [at, replica] of this.replicas.entries()) {
      const isBehind = !replica.isForeign && this.isTooOld(replica);
      if (isBehind === replica.isBehind) continue;
      replica.isBehind = isBehind;
      const why = `more than ${this.maxLagMs / 1_000} s behind, or it does not answer`;
      this.log.warn(`replica ${at + 1} ${isBehind ? `is not read: it is ${why}` : 'is read again'}`);
    }
  }

  /** How far the servers are by now. Does not throw: who is not heard of falls behind. */
  async look(): Promise<void> {
    try {
      const at = this.now();
      const { position, system } = await this.ask(this.primary, writtenStatement);
      this.remember({ at, position: BigInt(position) });
      await Promise.allSettled(this.replicas.map((replica) => this.lookAt(replica, system)));
      this.tellLate();
    } catch {
      // The primary is away, which others tell of.
    }
  }

  /** For longer than replicas are read, and there less often: how far they are is told then, too. */
  private remember(now: Written): void {
    this.written.push(now);
    let last = -Infinity;
    this.written = this.written.filter(({ at }) => {
      const age = now.at - at;
      const isKept = age <= 2 * this.maxLagMs || (age <= rememberedMs && at - last >= this.maxLagMs);
      if (isKept) last = at;
      return isKept;
    });
  }

  private async lookAt(replica: Replica, system: string): Promise<void> {
    const answer = await this.ask(replica.database, replayedStatement);
    const isForeign = answer.system !== system || !answer.follows;
    if (isForeign !== replica.isForeign) {
      replica.isForeign = isForeign;
      if (isForeign)
        this.log.warn('a server in SHOP_REPLICA_URLS follows not that of SHOP_DATABASE_URL: it is not read');
    }
    if (isForeign) return void (replica.provenAt = -Infinity);
    const replayed = BigInt(answer.position);
    const proven = this.written.findLast(({ position }) => position <= replayed);
    if (proven) replica.provenAt = Math.max(replica.provenAt, proven.at);
  }

  private async ask(database: Pick<Database, 'query'>, statement: Statement): Promise<Position> {
    const [row] = await within(answerMs, 'a position', database.query<Position & object>({}, statement));
    return row!;
  }

  private lookAgain(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look().then(() => this.lookAgain()), lookEveryMs).unref();
  }
}
