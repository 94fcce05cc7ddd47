import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { EntityClass } from '@storewright/rows';
import { Durations } from '@storewright/metrics';
import {
  type ConnectionMonitor,
  DatabaseError,
  type DatabaseTopology,
  PipelinedConnections,
  rejectionOf,
  ResilientPool,
  type ResultRow,
  type Setting,
  type Statement,
  type StatementResult,
  withPlanSettings,
} from '@storewright/postgres-driver';
import { traced, tracedStatement } from '@storewright/tracing';
import { Client, type Pool } from 'pg';
import type { DataSource, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import {
  bind,
  CompiledStatements,
  type StatementDefinition,
  type StatementValues,
} from './compiled-statements';
import { type ConnectionDemand, demandOf, limitsStatement, type LimitsRow } from './connection-limits';
import { type Context, settingsOf, settingsWithTrace } from './context';
import { keepValues, refuseWithoutContext } from './data-source-rules';
import { asDatabaseError, isMissedByValidation, isOfAnotherServer, isRetryable } from './database-errors';
import { clientConfig, connectingOf, type DatabaseOptions, monitorConfig } from './database-options';
import { EntityStatements } from './entity-statements';
import { OpenTransaction, type Transaction } from './open-transaction';
import { type Place, PoolShares } from './pool-shares';
import { explainRefusedOptions, verifyPooler } from './pooler';
import { boundTo, StatementQueryRunner, TransactionQueryRunner } from './query-runners';
import { WriteConnections } from './write-connections';

export type { Transaction };

export interface ConnectionCounts {
  /**
   * State of the connection pool for transactions and writes. `waiting` is the number of transactions that
   * wait for a connection.
   */
  pool: { size: number; open: number; inUse: number; waiting: number; waits: Durations };
  shared: { open: number; inUse: number };
}

/**
 * Runs a single statement on a different server, such as a worker node of the cluster. Returns undefined if
 * the statement must run on the main server.
 */
interface Route {
  run(context: Context, statement: Statement): Promise<StatementResult | undefined> | undefined;
  close(): Promise<void>;
}

const DEFAULT_PIPELINED = 4;

const REPORT_INTERVAL_MS = 10_000;

const MAX_RETRIES = 3;

/**
 * Pause in milliseconds before a retry: about 20, 40 and 80. During the pause, the other transaction of a
 * deadlock can lock its rows. An immediate retry would cause the same deadlock again.
 */
const pauseBefore = (attempt: number) => setTimeout(20 * 2 ** attempt * (0.75 + Math.random() / 2));

/**
 * Access to the auth or shop database with a role that cannot bypass row-level security. Every statement runs
 * in a transaction with a context for row-level security. Without a context, a table with row-level security
 * returns no rows.
 */
export class Database {
  readonly topology: DatabaseTopology;
  readonly statements: CompiledStatements;
  private readonly log = new Logger('database');
  /** Time from which the log may report the next connection that the server rejects. */
  private reportsFrom = -Infinity;
  private readonly monitor: ConnectionMonitor;
  private readonly entities = new Map<EntityClass, EntityStatements<object>>();
  private readonly pool: Pool;
  private readonly poolWaits = new Durations();
  private readonly shares: PoolShares;
  private readonly writes: WriteConnections;
  private readonly pipelined: PipelinedConnections;
  private readonly pipelinedSize: number;
  private shards?: Route;

  constructor(
    readonly dataSource: DataSource,
    private readonly options: Pick<DatabaseOptions, 'url' | 'applicationName' | 'pipelined'>,
  ) {
    keepValues(dataSource);
    refuseWithoutContext(dataSource);
    const { topology, monitor, Client } = connectingOf(dataSource);
    this.topology = topology;
    this.monitor = monitor;
    this.statements = new CompiledStatements(dataSource);
    this.pool = (dataSource.driver as PostgresDriver).master;
    const onWaited = (waitedMs: number) => this.poolWaits.add(waitedMs);
    this.shares = new PoolShares({ size: () => this.pool.options.max, waited: onWaited });
    this.writes = new WriteConnections(this.pool, topology, this.shares);
    this.pipelinedSize = options.pipelined ?? DEFAULT_PIPELINED;
    const pipelining = { ...clientConfig(options, topology), pipeline: true };
    const pool = this.pool instanceof ResilientPool ? this.pool : undefined;
    this.pipelined = new PipelinedConnections(
      () => new Client(pipelining),
      this.pipelinedSize,
      () => pool?.closeOne() ?? Promise.resolve(),
      topology,
    );
    if (pool) Object.assign(pool, { onWaited, onNoRoom: () => this.pipelined.closeOne() });
    // After an outage the server accepts connections again, so the pools may open all their connections.
    monitor.onRecovered(() => [pool, this.pipelined].forEach((each) => each?.restore()));
  }

  /**
   * Starts the monitor of database connections. Resolves even if the server is down, but throws the errors of
   * `verify`.
   */
  async start(verify: (client: Client) => Promise<void>): Promise<void> {
    try {
      await this.monitor.start(async (client) => {
        await verifyPooler(client, this.topology, () => this.connectAnother());
        await verify(client);
      });
    } catch (error) {
      throw explainRefusedOptions(error);
    }
    await this.pipelined.reserve();
  }

  /**
   * Runs the function `verify` of the last `start` again. If it fails, the database rejects all further
   * statements.
   */
  verify(): Promise<void> {
    return this.monitor.verifyAgain();
  }

  private async connectAnother(): Promise<Client> {
    const client = new Client(monitorConfig(this.options, this.topology));
    client.on('error', () => undefined);
    await client.connect();
    return client;
  }

  /**
   * Clock of the database server in milliseconds since 1970. Use this clock for every time that different
   * processes compare.
   */
  readonly clock = { now: () => Math.floor(Date.now() + (this.clockOffsetMs ?? 0)) };

  /**
   * Clock of the database server minus the clock of this process, in milliseconds. Undefined until the server
   * has responded.
   */
  get clockOffsetMs(): number | undefined {
    return this.monitor.clockOffsetMs;
  }

  onRecovered(listener: () => void): void {
    this.monitor.onRecovered(listener);
  }

  get connectionCounts(): ConnectionCounts {
    const { totalCount: open, idleCount, waitingCount, options } = this.pool;
    const waiting = waitingCount + this.shares.waiting;
    const inUse = open - idleCount;
    return {
      pool: { size: options.max, open, inUse, waiting, waits: this.poolWaits },
      shared: this.pipelined.counts,
    };
  }

  /**
   * Returns the number of connections that this process opens to the database, with the limits of the server.
   * Returns undefined behind a pooler, because the pooler opens the connections to the server.
   */
  async connectionDemand(): Promise<ConnectionDemand | undefined> {
    if (!this.topology.connectsDirectly) return undefined;
    const [row] = await this.query<LimitsRow>({}, limitsStatement);
    const { pool, shared } = this.connectionCounts;
    const ofMonitor = 1;
    return demandOf(row!, {
      server: new URL(this.options.url).host,
      wanted: pool.size + this.pipelinedSize + ofMonitor,
      open: pool.open + shared.open + ofMonitor,
    });
  }

  statementsOf<E extends object>(entity: EntityClass<E>): EntityStatements<E> {
    let known = this.entities.get(entity);
    if (!known) {
      known = new EntityStatements(entity, this.statements) as unknown as EntityStatements<object>;
      this.entities.set(entity, known);
    }
    return known as unknown as EntityStatements<E>;
  }

  readFrom(shards: Route): void {
    this.shards = shards;
  }

  /** Closes the shared connections. The caller must also close the data source. */
  async close(): Promise<void> {
    this.monitor.stop();
    await Promise.all([this.pipelined.close(), this.shards?.close()]);
  }

  /**
   * Returns a repository for the rows that the context allows. Each statement of the repository runs in its
   * own transaction and takes one round trip.
   */
  of<E extends ObjectLiteral>(context: Context, target: Repository<E> | EntityClass<E>): Repository<E> {
    const runner = new StatementQueryRunner(this.dataSource, (statement) => this.run(context, statement));
    return boundTo(runner, target);
  }

  /**
   * Returns a query builder for SQL that is compiled and executed later. Executing the query directly throws,
   * because it has no tenant context.
   */
  createQueryBuilder<E extends ObjectLiteral>(entity: EntityClass<E>, alias: string): SelectQueryBuilder<E> {
    return this.dataSource.createQueryBuilder(entity, alias);
  }

  async execute<R extends object>(
    context: Context,
    { name, build }: StatementDefinition<R>,
    values: StatementValues,
  ): Promise<R[]> {
    const { rows } = await this.run(context, bind(this.statements.get(name, build), values));
    return rows as R[];
  }

  /** Runs one statement in its own transaction. Throws `unavailable` while the database is down. */
  async query<R extends object = ResultRow>(context: Context, statement: Statement): Promise<R[]> {
    return (await this.run(context, statement)).rows as R[];
  }

  /**
   * Runs a writing statement on an exclusive connection, because the statement may wait for locks and for the
   * disk. The statement `lock` runs first in the same transaction, so that the write sees every change that
   * was committed before the lock.
   */
  async write<R extends object = ResultRow>(
    context: Context,
    statement: Statement,
    lock?: Statement,
  ): Promise<R[]> {
    return this.runExclusively(context, statement, (settings) =>
      this.writes.run(context, settings, statement, { lock }),
    );
  }

  /**
   * Runs a statement that changes a row and its dependent rows. The first attempt reads from one snapshot,
   * and Postgres rejects the attempt after a concurrent change of the row. Each further attempt first runs
   * the statement `lock`, which must lock the row.
   */
  async change<R extends object = ResultRow>(
    context: Context,
    statement: Statement,
    lock: () => Statement,
  ): Promise<R[]> {
    return this.runExclusively(context, statement, (settings, attempts) =>
      attempts === 0
        ? this.writes.run(context, settings, statement, { isolation: 'repeatable read' })
        : this.writes.run(context, settings, statement, { lock: lock() }),
    );
  }

  private async runExclusively<R extends object>(
    context: Context,
    statement: Statement,
    send: (settings: readonly Setting[], attempts: number) => Promise<StatementResult>,
  ): Promise<R[]> {
    const settings = settingsWithTrace(context);
    const { rows } = await this.repeatedly((attempts) =>
      tracedStatement(statement, () => send(settings, attempts)),
    );
    return rows as R[];
  }

  /**
   * Runs independent statements in one transaction and one round trip. With `asyncCommit`, resolves before
   * the commit is on disk. Use `asyncCommit` only for records that are repaired after a server crash.
   */
  async batch(
    context: Context,
    statements: readonly Statement[],
    { asyncCommit = false } = {},
  ): Promise<StatementResult[]> {
    const settings = settingsOf(context);
    if (asyncCommit) settings.push(['synchronous_commit', 'off']);
    return this.repeatedly(() =>
      tracedStatement({ name: 'batch' }, () => this.pipelined.runAll(settings, statements)),
    );
  }

  /**
   * Runs `work` in a transaction, and again after a serialization failure or a deadlock. `work` must
   * therefore have no side effects outside of the transaction.
   */
  async transaction<T>(context: Context, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const settings = settingsWithTrace(context);
    const attempt = () => this.attempt(context, settings, work);
    return this.repeatedly(() => traced('transaction', undefined, attempt));
  }

  private async attempt<T>(
    context: Context,
    settings: readonly Setting[],
    work: (transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    const { shares, dataSource, topology } = this;
    const entered = shares.enter(context);
    const place: Place = entered instanceof Promise ? await entered : entered;
    const runner = new TransactionQueryRunner(dataSource, topology, { shares, place });
    try {
      await runner.begin(settings);
      const transaction = new OpenTransaction(runner, this.statements);
      const result = await work(transaction);
      await runner.commit();
      transaction.committed();
      return result;
    } catch (error) {
      await runner.rollback();
      throw error;
    }
  }

  private async repeatedly<T>(attempt: (attempts: number) => Promise<T>): Promise<T> {
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await attempt(attempts);
      } catch (error) {
        if (attempts >= MAX_RETRIES || !isRetryable(error)) throw await this.publicErrorOf(error);
        await pauseBefore(attempts);
      }
    }
  }

  private async run(context: Context, statement: Statement): Promise<StatementResult> {
    try {
      return await tracedStatement(statement, () => this.routed(context, statement));
    } catch (error) {
      throw await this.publicErrorOf(error);
    }
  }

  private routed(context: Context, statement: Statement): Promise<StatementResult> {
    const run = () => this.pipelined.run(settingsOf(context), statement);
    const onShard = this.shards?.run(context, statement);
    return onShard ? onShard.then((result) => result ?? run()) : run();
  }

  /**
   * Runs the statement `guard` and then the statement in the same transaction and round trip. If `guard`
   * fails, the second statement does not run.
   */
  async runAfter(guard: Statement, context: Context, statement: Statement): Promise<StatementResult> {
    const settings = withPlanSettings(settingsOf(context), statement);
    const [, result] = await this.pipelined.runAll(settings, [guard, statement]);
    return result!;
  }

  private report(rejection: string | undefined): void {
    if (rejection === undefined || performance.now() < this.reportsFrom) return;
    this.reportsFrom = performance.now() + REPORT_INTERVAL_MS;
    this.log.warn(`the database rejects connections: ${rejection}`);
  }

  private async publicErrorOf(error: unknown): Promise<unknown> {
    if (isMissedByValidation(error)) this.log.error(error);
    this.report(rejectionOf(error));
    if (isOfAnotherServer(error)) await this.verify();
    return isOfAnotherServer(error) && this.monitor.refusal
      ? new DatabaseError('unavailable', error)
      : asDatabaseError(error);
  }
}
