import type { EntityClass } from '@storewright/rows';
import {
  type DatabaseTopology,
  messagesOn,
  type PreparedClient,
  preparedClientOf,
  rolledBack,
  type Setting,
  type Statement,
  type StatementResult,
  type TransactionMessages,
} from '@storewright/postgres-driver';
import { tracedStatement } from '@storewright/tracing';
import {
  type DataSource,
  EntityManager,
  type ObjectLiteral,
  QueryResult,
  QueryRunnerAlreadyReleasedError,
  type ReplicationMode,
  type Repository,
} from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';
import { PostgresQueryRunner } from 'typeorm/driver/postgres/PostgresQueryRunner.js';
import { type HeldPlace, releaseConnection } from './release-connection';

/**
 * Rejects TypeORM's `save`, `remove` and `upsert`, because these methods read rows and write them in a
 * separate transaction.
 */
class ContextEntityManager extends EntityManager {
  override save(): Promise<never> {
    return refuseHydratingWrite();
  }

  override remove(): Promise<never> {
    return refuseHydratingWrite();
  }

  override upsert(): Promise<never> {
    return refuseHydratingWrite();
  }
}

function refuseHydratingWrite(): Promise<never> {
  return Promise.reject(
    new Error('use insert, update and delete: save, remove and upsert send additional statements'),
  );
}

/**
 * Runs the statements of TypeORM's query builders and repositories in one context. Rejects calls that start
 * or end a transaction.
 */
abstract class ContextQueryRunner extends PostgresQueryRunner {
  override readonly manager: EntityManager;

  constructor(dataSource: DataSource, mode: ReplicationMode = 'master') {
    super(dataSource.driver as PostgresDriver, mode);
    this.manager = new ContextEntityManager(dataSource, this);
  }

  protected abstract send(statement: Statement): Promise<StatementResult>;

  /** Only TypeORM calls this method. The arguments determine the result type. */
  override async query(
    text: string,
    values: unknown[] | ObjectLiteral = [],
    structured = false,
  ): Promise<never> {
    const { rows, rowCount, command } = await this.send({ text, values: values as unknown[] });
    const raw = command === 'UPDATE' || command === 'DELETE' ? [rows, rowCount] : rows;
    const result = { records: rows, affected: rowCount ?? 0, raw };
    return (structured ? Object.assign(new QueryResult(), result) : raw) as never;
  }

  override startTransaction(): Promise<void> {
    return refuseTransactionControl();
  }

  override commitTransaction(): Promise<void> {
    return refuseTransactionControl();
  }

  override rollbackTransaction(): Promise<void> {
    return refuseTransactionControl();
  }

  override stream(): Promise<never> {
    return refuseTransactionControl();
  }
}

function refuseTransactionControl(): Promise<never> {
  return Promise.reject(new Error('use database.transaction(context, …) to open a transaction'));
}

/** Query runner that sends each statement and its context as one transaction in one round trip. */
export class StatementQueryRunner extends ContextQueryRunner {
  constructor(
    dataSource: DataSource,
    protected readonly send: (statement: Statement) => Promise<StatementResult>,
  ) {
    super(dataSource);
  }
}

/**
 * Query runner for a transaction on a connection of the pool. Rejects statements after the end of the
 * transaction, because the connection may already belong to a different request.
 */
export class TransactionQueryRunner extends ContextQueryRunner {
  private hasEnded = false;
  private pending = 0;
  private prepared?: PreparedClient;
  private messages?: TransactionMessages;
  private failure: unknown;

  constructor(
    dataSource: DataSource,
    private readonly topology: DatabaseTopology,
    private readonly held: HeldPlace,
  ) {
    super(dataSource);
  }

  /** Starts the transaction. BEGIN and the settings are sent together with the first statement. */
  async begin(settings: readonly Setting[]): Promise<void> {
    this.prepared = preparedClientOf((await this.connect()) as object, this.topology);
    this.messages = messagesOn(this.prepared);
    this.messages.begin(settings);
    this.isTransactionActive = true;
    this.transactionDepth = 1;
  }

  set(settings: readonly Setting[]): void {
    this.open.set(settings);
  }

  /** Queues the statement synchronously, so that statements are sent in call order. */
  send(statement: Statement): Promise<StatementResult> {
    return tracedStatement(statement, () => this.sendNow(statement));
  }

  private async sendNow(statement: Statement): Promise<StatementResult> {
    const messages = this.open;
    this.pending += 1;
    try {
      return await messages.send(statement);
    } catch (error) {
      // Replaces the driver's stack trace, which does not contain the caller.
      if (error instanceof Error) Error.captureStackTrace(error);
      this.failure ??= error;
      throw error;
    } finally {
      this.pending -= 1;
    }
  }

  private get open(): TransactionMessages {
    if (this.hasEnded)
      throw new Error(
        'a statement was sent after its transaction ended: await every statement of a transaction',
      );
    if (this.isReleased || !this.messages) throw new QueryRunnerAlreadyReleasedError();
    return this.messages;
  }

  /**
   * Commits the transaction. Throws if a response is pending, because the statement without a response might
   * or might not be part of the transaction.
   */
  async commit(): Promise<void> {
    if (this.pending > 0)
      throw new Error('a transaction ended before its statements: await every statement of a transaction');
    if (!(await this.end('COMMIT'))) throw new Error(rolledBack);
  }

  /**
   * Sends COMMIT without waiting for pending responses. If a statement failed, throws the error of the
   * statement after the rollback.
   */
  async commitEarly(): Promise<void> {
    if (!(await this.end('COMMIT'))) throw this.failure ?? new Error(rolledBack);
  }

  /** Rolls back and never throws. The pool closes a connection that it cannot use again. */
  async rollback(): Promise<void> {
    await this.end('ROLLBACK').catch(() => undefined);
  }

  /**
   * Ends the transaction. Returns true if COMMIT or ROLLBACK succeeded. If a statement failed, rolls back
   * instead of committing, even if the caller caught the error.
   */
  private async end(command: 'COMMIT' | 'ROLLBACK'): Promise<boolean> {
    if (this.hasEnded) return true;
    this.hasEnded = true;
    this.isTransactionActive = false;
    try {
      if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
      // Rolls back, because a statement with an invalid value was never sent and Postgres would commit the
      // other statements.
      const last = this.failure === undefined ? command : 'ROLLBACK';
      return (await this.messages?.end(last)) === true && last === command;
    } catch (error) {
      this.discardConnection(error);
      throw error;
    } finally {
      if (this.prepared?.isStale) this.discardConnection(this.failure);
      await releaseConnection((this.dataSource.driver as PostgresDriver).master, this.held, () =>
        this.release(),
      );
    }
  }

  /** Makes the pool close the connection, because the transaction may still be open. */
  private discardConnection(reason: unknown): void {
    const { releaseCallback } = this;
    this.releaseCallback = () => releaseCallback?.(reason);
  }
}

export function boundTo<E extends ObjectLiteral>(
  runner: ContextQueryRunner,
  target: Repository<E> | EntityClass<E>,
): Repository<E> {
  if (typeof target === 'function') return runner.manager.getRepository(target);
  if (target.manager.dataSource !== runner.dataSource)
    throw new Error(`the repository of ${target.metadata.name} belongs to another database`);
  return runner.manager.withRepository(target);
}
