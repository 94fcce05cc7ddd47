import type { DatabaseKind, DatabasePooler } from '@storewright/config';
import type { EntityClass } from '@storewright/entities';
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
import { giveBack, type Held } from './end-of-turn';
import {
  preparedOn,
  type PreparedClient,
  type Statement,
  type StatementResult,
  tracedStatement,
} from './prepared-client';
import type { Setting } from './settings';
import { messagesOn, nothingIsThere, type TransactionMessages } from './transaction-messages';

/** Of a repository, what says what it sends: `save` and its like read first, then decide, and open a transaction of their own. */
class ContextEntityManager extends EntityManager {
  override save(): Promise<never> {
    return refuseToGuess();
  }

  override remove(): Promise<never> {
    return refuseToGuess();
  }

  override upsert(): Promise<never> {
    return refuseToGuess();
  }
}

function refuseToGuess(): Promise<never> {
  return Promise.reject(
    new Error('use insert, update and delete: save, remove and upsert send more than they say'),
  );
}

/** What TypeORM's builders and repositories run their statements by, bound to a context. They neither begin nor end a transaction. */
abstract class ContextQueryRunner extends PostgresQueryRunner {
  override readonly manager: EntityManager;

  constructor(dataSource: DataSource, mode: ReplicationMode = 'master') {
    super(dataSource.driver as PostgresDriver, mode);
    this.manager = new ContextEntityManager(dataSource, this);
  }

  protected abstract send(statement: Statement): Promise<StatementResult>;

  /** For TypeORM alone, which knows by its arguments what it gets. */
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
    return refuse();
  }

  override commitTransaction(): Promise<void> {
    return refuse();
  }

  override rollbackTransaction(): Promise<void> {
    return refuse();
  }

  override stream(): Promise<never> {
    return refuse();
  }
}

function refuse(): Promise<never> {
  return Promise.reject(new Error('transactions are opened by database.transaction(context, …) alone'));
}

/** Each statement goes out with its context as one message, in a transaction of its own. */
export class StatementQueryRunner extends ContextQueryRunner {
  constructor(
    dataSource: DataSource,
    protected readonly send: (statement: Statement) => Promise<StatementResult>,
  ) {
    super(dataSource);
  }
}

/** One transaction on a connection of the pool. When it has ended, whatever still holds it is refused: nothing runs on a connection that is another's by then. */
export class TransactionQueryRunner extends ContextQueryRunner {
  private ended = false;
  private underWay = 0;
  private prepared?: PreparedClient;
  private messages?: TransactionMessages;
  private failure: unknown;

  constructor(
    dataSource: DataSource,
    private readonly kind: DatabaseKind,
    private readonly pooler: DatabasePooler,
    private readonly held: Held,
  ) {
    super(dataSource);
  }

  /** `settings`: of its context. It begins with the first statement. */
  async begin(settings: readonly Setting[]): Promise<void> {
    this.prepared = preparedOn((await this.connect()) as object, this.kind, this.pooler);
    this.messages = messagesOn(this.prepared, this.kind, this.pooler);
    this.messages.begin(settings);
    this.isTransactionActive = true;
    this.transactionDepth = 1;
  }

  /** They hold from now on. */
  set(settings: readonly Setting[]): void {
    this.open.set(settings);
  }

  /** What is called first goes out first: nothing is awaited before. */
  send(statement: Statement): Promise<StatementResult> {
    return tracedStatement(statement, () => this.sendNow(statement));
  }

  private async sendNow(statement: Statement): Promise<StatementResult> {
    const messages = this.open;
    this.underWay += 1;
    try {
      return await messages.send(statement);
    } catch (error) {
      // Of whoever waits for it; the driver's begins at its socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      this.failure ??= error;
      throw error;
    } finally {
      this.underWay -= 1;
    }
  }

  private get open(): TransactionMessages {
    if (this.ended)
      throw new Error('a statement came when its transaction had ended: await everything that its work does');
    if (this.isReleased || !this.messages) throw new QueryRunnerAlreadyReleasedError();
    return this.messages;
  }

  /** Throws, and commits nothing, where a statement is still under way: it would be decided by chance whether it is part of the transaction. */
  async commit(): Promise<void> {
    if (this.underWay > 0)
      throw new Error('the work of a transaction ended before its statements: await everything that it does');
    if (!(await this.end('COMMIT'))) throw new Error(nothingIsThere);
  }

  /** Without waiting for what was sent: where any of it fails, Postgres undoes it all, and this throws why. */
  async commitBehind(): Promise<void> {
    if (!(await this.end('COMMIT'))) throw this.failure ?? new Error(nothingIsThere);
  }

  /** Gives the connection back, whether it is usable or not. */
  async rollback(): Promise<void> {
    await this.end('ROLLBACK').catch(() => undefined);
  }

  /** Whether it ended so: where a statement has failed it is undone, whoever has caught its error. */
  private async end(command: 'COMMIT' | 'ROLLBACK'): Promise<boolean> {
    if (this.ended) return true;
    this.ended = true;
    this.isTransactionActive = false;
    try {
      if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
      // A value that is none fails before it is sent: Postgres knows nothing of it.
      const last = this.failure === undefined ? command : 'ROLLBACK';
      return (await this.messages?.end(last)) === true && last === command;
    } catch (error) {
      this.giveUpConnection(error);
      throw error;
    } finally {
      if (this.prepared?.isStale) this.giveUpConnection(this.failure);
      await giveBack((this.dataSource.driver as PostgresDriver).master, this.held, () => this.release());
    }
  }

  /** The pool ends a connection whose transaction may still be open. */
  private giveUpConnection(reason: unknown): void {
    const { releaseCallback } = this;
    this.releaseCallback = () => releaseCallback?.(reason);
  }
}

/** The repository, or that of the entity, with everything that it does run by this runner. */
export function boundTo<E extends ObjectLiteral>(
  runner: ContextQueryRunner,
  target: Repository<E> | EntityClass<E>,
): Repository<E> {
  if (typeof target === 'function') return runner.manager.getRepository(target);
  if (target.manager.dataSource !== runner.dataSource)
    throw new Error(`the repository of ${target.metadata.name} belongs to another database`);
  return runner.manager.withRepository(target);
}
