import { setTimeout } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import {
  type DatabaseKind,
  type DatabasePooler,
  databasePooler,
  shopDatabaseKind,
} from '@storewright/config';
import { type EntityClass, loadedEntities } from '@storewright/entities';
import type { DocumentRow } from '@storewright/json-api';
import type { Durations } from '@storewright/metrics';
import { traced } from '@storewright/tracing';
import { Client, type ClientConfig, type Pool } from 'pg';
import type { DataSource, DataSourceOptions, ObjectLiteral, Repository, SelectQueryBuilder } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import {
  bind,
  CompiledStatements,
  type StatementDefinition,
  type StatementValues,
} from './compiled-statements';
import { type Context, settingsOf, settingsWithTrace } from './context';
import { asApiError, isMissedByValidation, isRetryable, rejectionOf } from './database-errors';
import { keepValues, refuseWithoutContext } from './data-source-rules';
import { type ConnectionPlaces, placesOf, type PlacesRow, placesStatement } from './connection-places';
import { PipelinedConnections } from './pipelined-connections';
import { type Place, PoolShares } from './pool-shares';
import { type Statement, type StatementResult, tracedStatement } from './prepared-client';
import { EntityStatements } from './entity-statements';
import { OpenTransaction, type Transaction } from './open-transaction';
import { boundTo, StatementQueryRunner, TransactionQueryRunner } from './query-runners';
import { refuseOtherPooler } from './pooler';
import { rowFormat, sessionSettingsOf } from './row-format';
import { ServerWatch, type WatchLimits } from './server-watch';
import type { Setting } from './settings';
import { SteadyPool } from './steady-pool';
import { type WatchedClient, watchedBy } from './watched-client';
import { Writers } from './writers';

export type { Transaction };

export interface DatabaseOptions {
  /** `postgres://role:password@host:port/database` */
  url: string;
  /** Seen in pg_stat_activity. */
  applicationName: string;
  /** Default: all that are loaded. */
  entities?: readonly EntityClass[];
  /** Connections for transactions of several statements. Default 10. */
  poolSize?: number;
  /** Connections that single statements share. Default 4. */
  pipelined?: number;
  /** What it is on. Default: SHOP_DATABASE_KIND. */
  kind?: DatabaseKind;
  /** What stands in front of it. Default: DATABASE_POOLER. */
  pooler?: DatabasePooler;
  /** Of the server: how soon it is taken for dead. */
  watch?: Partial<WatchLimits>;
}

/** TypeORM's options of a data source; migrations are the only thing that ever changes a schema, so never `synchronize`. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions & { extra: Connecting } {
  const connection = connectionOptions(options);
  const watch = new ServerWatch(
    { ...connection, application_name: `${options.applicationName}-watch`, connectionString: options.url },
    options.watch,
  );
  return {
    type: 'postgres',
    url: options.url,
    entities: [...(options.entities ?? loadedEntities())],
    synchronize: false,
    installExtensions: false,
    // `pipeline`: statements that do not need each other's answers go out together.
    extra: { ...connection, max: options.poolSize ?? 10, watch, Client: watchedBy(watch), pipeline: true },
  };
}

/** How connections of a data source are made. */
interface Connecting {
  watch: ServerWatch;
  Client: new (config?: ClientConfig) => WatchedClient;
}

/** The connections of a process to one database, for whoever watches over it. */
export interface ConnectionCounts {
  /** Of the pool, for transactions: how many may be, are open, are in use, and how many transactions wait for one. */
  pool: { size: number; open: number; inUse: number; waiting: number; waits?: Durations };
  /** That single statements share. */
  shared: { open: number; inUse: number };
}

const kindOf = ({ kind }: DatabaseOptions) => kind ?? shopDatabaseKind(process.env);
const poolerOf = ({ pooler }: DatabaseOptions) => pooler ?? databasePooler(process.env);

function connectionOptions(given: DatabaseOptions) {
  const { applicationName } = given;
  return {
    application_name: applicationName,
    // A pooler hands sessions on, and would refuse them: there the role has them.
    ...(poolerOf(given) === 'none' && { options: sessionSettingsOf(kindOf(given)) }),
    // Limits the wait for a free connection. Opening a connection has a shorter limit of its own.
    connectionTimeoutMillis: 4_500,
    // No limit of a statement's own: the server ends each after 15 s, and the watch cuts a connection that gives no answer.
    keepAlive: true,
    // Then each second, ten times: a peer that is gone is found out though nothing is sent.
    keepAliveInitialDelayMillis: 10_000,
    types: rowFormat,
  };
}

/** Between two log lines about rejected connections. */
const REPORT_INTERVAL_MS = 10_000;

/** How many times a transaction is run again after a lost serialisation or a deadlock. */
const retries = 3;

/**
 * Who waited for the rows that a deadlock's loser has let go gets them first: at once, the loser would take them again and meet the other in the same circle.
 * In ms: about 20, 40, 80.
 */
const pauseBefore = (attempt: number) => setTimeout(20 * 2 ** attempt * (0.75 + Math.random() / 2));

/**
 * One of the two databases, auth or shop, as a role that cannot bypass row-level security. Every statement runs in a transaction with
 * its context; there is no other way to a row.
 */
export class Database {
  private readonly log = new Logger('database');
  /** When a rejected connection is reported again, by `performance.now`. */
  private reportsFrom = -Infinity;
  private readonly pipelined: PipelinedConnections;
  private readonly watch: ServerWatch;
  /** Statements that are compiled once. */
  readonly statements: CompiledStatements;
  private readonly entities = new Map<EntityClass, EntityStatements<object>>();
  private readonly writers: Writers;
  private readonly shares: PoolShares;
  private readonly pool: Pool;
  private readonly sharedSize: number;
  /** Host and port. */
  private readonly address: string;
  private readonly connectAnother: () => Promise<Client>;
  /** What it is on: where rows are distributed, a write and its event are statements of their own. */
  readonly kind: DatabaseKind;
  readonly pooler: DatabasePooler;

  constructor(
    readonly dataSource: DataSource,
    options: DatabaseOptions,
  ) {
    keepValues(dataSource);
    refuseWithoutContext(dataSource);
    this.statements = new CompiledStatements(dataSource);
    this.kind = kindOf(options);
    this.pooler = poolerOf(options);
    const { watch, Client: Connection } = dataSource.options.extra as Connecting;
    this.watch = watch;
    const config = { ...connectionOptions(options), connectionString: options.url, pipeline: true };
    const { master } = dataSource.driver as PostgresDriver;
    const pool = master instanceof SteadyPool ? master : undefined;
    this.pool = master;
    this.shares = new PoolShares({
      size: () => master.options.max,
      waited: (ms) => pool?.waits.add(ms),
    });
    this.writers = new Writers(master, this.kind, this.pooler, this.shares);
    this.address = new URL(options.url).host;
    this.sharedSize = options.pipelined ?? 4;
    this.pipelined = new PipelinedConnections(
      () => new Connection(config),
      this.sharedSize,
      () => pool?.giveRoom() ?? Promise.resolve(),
      this.kind,
      this.pooler,
    );
    this.connectAnother = () =>
      connected({ ...config, application_name: `${options.applicationName}-watch` });
    // A server that was away has room again.
    watch.onAnswersAgain(() => [pool, this.pipelined].forEach((each) => each?.restore()));
    if (pool) pool.askForRoom = () => this.pipelined.giveRoom();
  }

  /** Looks after the server from now on. Does not throw because it is away. `verify`: what has to hold on a connection. */
  async start(verify: (client: Client) => Promise<void>): Promise<void> {
    await this.watch.start(async (client) => {
      await refuseOtherPooler(client, this.pooler, this.connectAnother);
      await verify(client);
    });
    await this.pipelined.reserve();
  }

  /** The time as the database has it, in ms since 1970: what others see is dated by it, whatever the clock of this process says. */
  readonly clock = { now: () => Math.floor(Date.now() + (this.watch.clockOffset ?? 0)) };

  /** The database's clock less that of this process, in ms; undefined: it has not answered yet. */
  get clockOffset(): number | undefined {
    return this.watch.clockOffset;
  }

  /** Calls it each time that the server answers again which did not: what waits for it need not wait for its own time. */
  onAnswersAgain(listener: () => void): void {
    this.watch.onAnswersAgain(listener);
  }

  get connectionCounts(): ConnectionCounts {
    const { totalCount: open, idleCount, waitingCount, options } = this.pool;
    const waiting = waitingCount + this.shares.waiting;
    const waits = this.pool instanceof SteadyPool ? { waits: this.pool.waits } : {};
    const pool = { size: options.max, open, inUse: open - idleCount, waiting, ...waits };
    return { pool, shared: this.pipelined.counts };
  }

  /** How many connections this may open, and what room there is for them; undefined behind a pooler, which has as many as it likes. */
  async connectionPlaces(): Promise<ConnectionPlaces | undefined> {
    if (this.pooler !== 'none') return undefined;
    const [row] = await this.query<PlacesRow>({}, placesStatement);
    const { pool, shared } = this.connectionCounts;
    // The watch has one.
    return placesOf(row!, {
      server: this.address,
      asked: pool.size + this.sharedSize + 1,
      open: pool.open + shared.open + 1,
    });
  }

  /** The statements over one entity of this database, compiled once for each shape. */
  statementsOf<E extends object>(entity: EntityClass<E>): EntityStatements<E> {
    let known = this.entities.get(entity);
    if (!known) {
      known = new EntityStatements(entity, this.statements) as unknown as EntityStatements<object>;
      this.entities.set(entity, known);
    }
    return known as unknown as EntityStatements<E>;
  }

  /** Closes the shared connections; the data source belongs to whoever opened it. */
  close(): Promise<void> {
    this.watch.stop();
    return this.pipelined.close();
  }

  /** The repository, or that of the entity, in this context: each of its statements is a transaction of its own and one round trip. Throws `unavailable` while the database is away. */
  of<E extends ObjectLiteral>(context: Context, target: Repository<E> | EntityClass<E>): Repository<E> {
    const runner = new StatementQueryRunner(this.dataSource, (statement) => this.run(context, statement));
    return boundTo(runner, target);
  }

  /** A query over an entity, to be compiled or listed; it has no context, and does not run by itself. */
  createQueryBuilder<E extends ObjectLiteral>(entity: EntityClass<E>, alias: string): SelectQueryBuilder<E> {
    return this.dataSource.createQueryBuilder(entity, alias);
  }

  /** One statement that is compiled once, likewise. */
  async execute<R extends object>(
    context: Context,
    { name, build }: StatementDefinition<R>,
    values: StatementValues,
  ): Promise<R[]> {
    const { rows } = await this.run(context, bind(this.statements.get(name, build), values));
    return rows as R[];
  }

  /** One statement, likewise. */
  async query<R extends object = DocumentRow>(context: Context, statement: Statement): Promise<R[]> {
    return (await this.run(context, statement)).rows as R[];
  }

  /**
   * One statement that writes, likewise, but on a connection that nobody else uses meanwhile: it may wait for locks and for the disk. `lock`: in front of it, in
   * the same message and transaction; the write sees what was committed until it was behind the lock.
   */
  async write<R extends object = DocumentRow>(
    context: Context,
    statement: Statement,
    lock?: Statement,
  ): Promise<R[]> {
    return this.alone(context, statement, (settings) =>
      this.writers.run(context, settings, statement, { lock }),
    );
  }

  /**
   * One statement that changes a row, and what depends on it. Hardly ever two change one row at once, so the first attempt sees one snapshot: Postgres refuses it where
   * the row is another one than that has. The next ones stand behind `lock`, which is of the row: whoever else changes it waits for it, at whatever attempt.
   */
  async change<R extends object = DocumentRow>(
    context: Context,
    statement: Statement,
    lock: () => Statement,
  ): Promise<R[]> {
    return this.alone(context, statement, (settings, attempts) =>
      attempts === 0
        ? this.writers.run(context, settings, statement, { isolation: 'repeatable read' })
        : this.writers.run(context, settings, statement, { lock: lock() }),
    );
  }

  private async alone<R extends object>(
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
   * Several statements of which none needs the answer of another, as one transaction and one message. `hurried`: they only note what was done, and need not wait
   * for the disk; what a crash of the server takes away of them is done again.
   */
  async batch(
    context: Context,
    statements: readonly Statement[],
    { hurried = false } = {},
  ): Promise<StatementResult[]> {
    const settings = settingsOf(context);
    if (hurried) settings.push(['synchronous_commit', 'off']);
    return this.repeatedly(() =>
      tracedStatement({ name: 'batch' }, () => this.pipelined.runAll(settings, statements)),
    );
  }

  /** Several statements, all or nothing; run again after a lost serialisation or a deadlock, so `work` must only touch the transaction. */
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
    const { shares, dataSource, kind, pooler } = this;
    const entered = shares.enter(context);
    const place: Place = entered instanceof Promise ? await entered : entered;
    const runner = new TransactionQueryRunner(dataSource, kind, pooler, { shares, place });
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

  private async repeatedly<T>(attempt: (before: number) => Promise<T>): Promise<T> {
    for (let attempts = 0; ; attempts += 1) {
      try {
        return await attempt(attempts);
      } catch (error) {
        if (attempts >= retries || !isRetryable(error)) throw this.answerTo(error);
        await pauseBefore(attempts);
      }
    }
  }

  private async run(context: Context, statement: Statement): Promise<StatementResult> {
    try {
      return await tracedStatement(statement, () => this.pipelined.run(settingsOf(context), statement));
    } catch (error) {
      throw this.answerTo(error);
    }
  }

  private report(rejection: string | undefined): void {
    if (rejection === undefined || performance.now() < this.reportsFrom) return;
    this.reportsFrom = performance.now() + REPORT_INTERVAL_MS;
    this.log.warn(`the database rejects connections: ${rejection}`);
  }

  private answerTo(error: unknown): unknown {
    if (isMissedByValidation(error)) this.log.error(error);
    this.report(rejectionOf(error));
    return asApiError(error);
  }
}

async function connected(config: ClientConfig): Promise<Client> {
  const client = new Client(config);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}
