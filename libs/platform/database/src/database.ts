import { Logger } from '@nestjs/common';
import type { Row } from '@storewright/json-api';
import { Client, type ClientConfig } from 'pg';
import type { DataSource, DataSourceOptions, EntityManager } from 'typeorm';
import { type Context, setLocal } from './context';
import { asApiError, isMissedByValidation, isRetryable } from './database-errors';
import { PipelinedConnections, type Statement } from './pipelined-connections';
import { rowFormat, sessionSettings } from './row-format';

export interface DatabaseOptions {
  /** `postgres://role:password@host:port/database` */
  url: string;
  /** Seen in pg_stat_activity. */
  applicationName: string;
  entities?: DataSourceEntities;
  /** Connections for transactions of several statements. Default 10. */
  poolSize?: number;
  /** Connections that single statements share. Default 4. */
  pipelined?: number;
}
type DataSourceEntities = (new () => object)[];

/** Between the pool and TypeORM a new connection has no listener for a moment, and an error then would end the process. */
class ListeningClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** TypeORM's options of a data source; migrations are the only thing that ever changes a schema, so never `synchronize`. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: options.url,
    entities: options.entities ?? [],
    synchronize: false,
    installExtensions: false,
    extra: { ...connectionOptions(options), max: options.poolSize ?? 10, Client: ListeningClient },
  };
}

/** A server that neither answers nor ends its statements after their 15 s is given up, in ms: its connection is cut, and the client told 503. */
const givenUpAfterMs = 20_000;

function connectionOptions({ applicationName }: DatabaseOptions) {
  return {
    application_name: applicationName,
    options: sessionSettings,
    connectionTimeoutMillis: 5_000,
    query_timeout: givenUpAfterMs,
    keepAlive: true,
    types: rowFormat,
  };
}

/** A transaction in a context. `query` gives rows as `rowFormat` has them; `manager` is TypeORM's for entities. */
export interface Transaction {
  readonly manager: EntityManager;
  query(statement: Statement): Promise<Row[]>;
  /** Adds to the context: a shop that a credential led to. */
  enter(context: Context): Promise<void>;
}

/** How many times a transaction is run again after a lost serialisation or a deadlock. */
const retries = 3;

/**
 * One of the two databases, auth or shop, as a role that cannot bypass row-level security. Every statement runs in a transaction with
 * its context; there is no other way to a row.
 */
export class Database {
  private readonly log = new Logger('database');
  private readonly pipelined: PipelinedConnections;

  constructor(
    readonly dataSource: DataSource,
    options: DatabaseOptions,
  ) {
    this.pipelined = new PipelinedConnections(
      { ...connectionOptions(options), connectionString: options.url },
      options.pipelined ?? 4,
    );
  }

  /** Closes the shared connections; the data source belongs to whoever opened it. */
  close(): Promise<void> {
    return this.pipelined.close();
  }

  /** One statement in a transaction of its own: one round trip. Throws `unavailable` while the database is away. */
  async query(context: Context, statement: Statement): Promise<Row[]> {
    try {
      return await this.pipelined.run(setLocal(context), statement);
    } catch (error) {
      throw this.answerTo(error);
    }
  }

  /** Several statements, all or nothing; run again after a lost serialisation or a deadlock, so `work` must only touch the transaction. */
  async transaction<T>(context: Context, work: (transaction: Transaction) => Promise<T>): Promise<T> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await this.dataSource.transaction(async (manager) => {
          const transaction = new OpenTransaction(manager);
          await transaction.enter(context);
          return work(transaction);
        });
      } catch (error) {
        if (attempt >= retries || !isRetryable(error)) throw this.answerTo(error);
      }
    }
  }

  private answerTo(error: unknown): unknown {
    if (isMissedByValidation(error)) this.log.error(error);
    return asApiError(error);
  }
}

class OpenTransaction implements Transaction {
  constructor(readonly manager: EntityManager) {}

  async enter(context: Context): Promise<void> {
    const settings = setLocal(context);
    if (settings !== '') await this.manager.query(settings);
  }

  async query(statement: Statement): Promise<Row[]> {
    const client = (await this.manager.queryRunner!.connect()) as {
      query(statement: Statement): Promise<{ rows: Row[] }>;
    };
    const { rows } = await client.query(statement);
    return rows;
  }
}
