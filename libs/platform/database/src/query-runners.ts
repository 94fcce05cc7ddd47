import type { DatabaseKind, DatabasePooler } from '@storewright/config';
import type { EntityClass } from '@storewright/entities';
import { Query } from 'pg';
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
import { endOfTurn } from './end-of-turn';
import {
  asFor,
  corkBriefly,
  type Corkable,
  messagesOf,
  type Statement,
  type StatementResult,
  tracedStatement,
} from './prepared-client';

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

interface PooledClient extends Corkable {
  query(text: string): Promise<StatementResult>;
  query(query: Query): unknown;
}

/** Of a text, the driver makes a query; a config it would copy first by the descriptors of its properties, which costs more than all else that it does here. */
function sent(client: PooledClient, { name, text, values }: Statement): Promise<StatementResult> {
  return new Promise((resolve, reject) => {
    const answered = (error: Error | null, result: StatementResult) =>
      error ? reject(error) : resolve(result);
    client.query(Object.assign(new Query(text, values, answered as never), { name }));
  });
}

const nothingIsThere = 'a statement of the transaction failed, so nothing of it is there';

/** One transaction on a connection of the pool. When it has ended, whatever still holds it is refused: nothing runs on a connection that is another's by then. */
export class TransactionQueryRunner extends ContextQueryRunner {
  private ended = false;
  private underWay = 0;
  private begun: Promise<unknown> = Promise.resolve();
  private client?: PooledClient;
  private failure: unknown;

  constructor(
    dataSource: DataSource,
    private readonly kind: DatabaseKind,
    private readonly pooler: DatabasePooler = 'none',
  ) {
    super(dataSource);
  }

  /** `settings`: SQL of its context. It goes out with the first statement: who awaits this has not yet waited for an answer. */
  async begin(settings: string): Promise<void> {
    const client = (this.client = (await this.connect()) as PooledClient);
    corkBriefly(client);
    this.begun = Promise.all(messagesOf(this.kind, `BEGIN;${settings}`).map((text) => client.query(text)));
    // Whoever sends the next statement is told of it.
    this.begun.catch(() => undefined);
    this.isTransactionActive = true;
    this.transactionDepth = 1;
  }

  /** Settings (SQL) that hold from now on. */
  async set(settings: string): Promise<void> {
    await Promise.all(messagesOf(this.kind, settings).map((text) => this.send({ text })));
  }

  /** What is called first goes out first: nothing is awaited before. */
  send(statement: Statement): Promise<StatementResult> {
    return tracedStatement(statement, () => this.sendNow(statement));
  }

  private async sendNow(statement: Statement): Promise<StatementResult> {
    if (this.ended)
      throw new Error('a statement came when its transaction had ended: await everything that its work does');
    if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
    this.underWay += 1;
    try {
      const client = this.client!;
      corkBriefly(client);
      const [, result] = await Promise.all([
        this.begun,
        sent(client, asFor(this.kind, statement, this.pooler)),
      ]);
      return result;
    } catch (error) {
      // Of whoever waits for it; the driver's begins at its socket.
      if (error instanceof Error) Error.captureStackTrace(error);
      this.failure ??= error;
      throw error;
    } finally {
      this.underWay -= 1;
    }
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

  /** Whether it ended so: Postgres answers ROLLBACK to a COMMIT where a statement has failed, whoever has caught its error. */
  private async end(command: 'COMMIT' | 'ROLLBACK'): Promise<boolean> {
    if (this.ended) return true;
    this.ended = true;
    this.isTransactionActive = false;
    try {
      if (this.isReleased) throw new QueryRunnerAlreadyReleasedError();
      const client = this.client ?? ((await this.connect()) as PooledClient);
      corkBriefly(client);
      const [, done] = await Promise.all([this.begun, client.query(command)]);
      return done.command === command;
    } catch (error) {
      // The pool ends a connection whose transaction may still be open.
      const { releaseCallback } = this;
      this.releaseCallback = () => releaseCallback?.(error);
      throw error;
    } finally {
      const isAwaited = (this.dataSource.driver as PostgresDriver).master.waitingCount > 0;
      await this.release();
      if (isAwaited) await endOfTurn();
    }
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
