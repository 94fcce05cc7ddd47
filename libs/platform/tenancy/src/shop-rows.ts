import { Inject, Injectable, Optional } from '@nestjs/common';
import {
  type Context,
  allInOrder,
  isRefused,
  type ResultRow,
  ShopDatabase,
  type Statement,
  type Transaction,
} from '@storewright/database';
import { type EntityClass, type EmittingResource, type ShopRow, tableOf } from '@storewright/entities';
import {
  announcement,
  EventNotifier,
  type EventSource,
  withEvent,
  type Write,
  writeInSteps,
} from '@storewright/events';
import { baseUrlOf, HOSTS, type Hosts } from './hosts';
import { type Notice, NoticeSink } from './notices';
import type { Shop } from './shop';
import { DatabaseShopRepository, type ShopRepository, type StatementRunner } from './shop-repository';

/** Reads rows of a shop, in a transaction or with single statements. */
export interface ReadContext {
  readonly shop: Shop;
  /** Returns the repository of one entity. */
  repository<E extends ShopRow>(entity: EntityClass<E>): ShopRepository<E>;
  /** Runs a statement that no repository can express, in the context of this shop. */
  query<R extends object = ResultRow>(statement: Statement): Promise<R[]>;
}

/** Reads and writes rows of a shop. */
export interface ShopTransaction extends ReadContext {
  /**
   * True after the database rejected a write. Values and relationships that the database may reject are then
   * checked first, so that the error names them.
   */
  readonly precheck?: boolean;
  /** True if new rows of one entity may be inserted in one statement (`insertAll` of a repository). */
  readonly insertsTogether?: boolean;
  /** Runs a write and its event in one statement. Returns the written rows. */
  write(write: Write): Promise<ResultRow[]>;
  /**
   * Writes a declared event without a write, such as `returns.approved`. The event contains the row as this
   * transaction has written it. Throws if the resource does not declare the event or the row does not exist.
   */
  emit<V extends string>(
    resource: EmittingResource<V>,
    event: NoInfer<V>,
    row: { readonly id: string },
  ): Promise<void>;
  /** Notifies members of the shop after the commit. A rollback discards the notice. */
  notify(notice: Notice): void;
  /**
   * Runs `work` and then discards its writes, events, notices and locks. Validates a write that is not applied.
   * Requires a transaction.
   */
  rehearse<T>(work: () => Promise<T>): Promise<T>;
}

/** Rows of a shop outside of a transaction. Each statement is its own transaction and one round trip. */
export interface RowsOfShop extends ShopTransaction {
  /**
   * Runs several statements in a transaction. After a serialization failure, a deadlock or a rejected write,
   * `work` runs again, with prechecks after a rejected write. So `work` must have no effects outside of the
   * transaction.
   */
  transaction<T>(work: TransactionWork<T>, options?: TransactionOptions): Promise<T>;
}

/**
 * Sends COMMIT after the statements that were sent, in the same message. No statement can follow. Await it
 * together with these statements.
 */
export type Commit = () => Promise<void>;

/** `work` can call `commit` if no statement follows. Calling it is optional. */
export type TransactionWork<T> = (transaction: ShopTransaction, commit: Commit) => Promise<T>;

export interface TransactionOptions {
  /** True if an earlier attempt was rejected by the database or matched no row. */
  precheck?: boolean;
}

/**
 * All access to shop rows goes through `rows.of(shop)`. Row-level security limits the access to rows of that
 * shop.
 */
@Injectable()
export class ShopRows {
  constructor(
    private readonly database: ShopDatabase,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
    private readonly notifier: EventNotifier,
    @Optional() private readonly notices?: NoticeSink,
  ) {}

  of(shop: Shop): RowsOfShop {
    return new SingleStatements(shop, this.database, this.notifier, this.hosts, this.notices);
  }

  /**
   * Returns the context for a request that only reads. All statements use one server, which is chosen with
   * the first statement.
   */
  reading(shop: Shop, source: ReadSource): ReadContext {
    return new ReadStatements(shop, this.database, source);
  }
}

const contextOf = ({ id, client }: Shop): Context => ({ shop_id: id, client });

abstract class Statements implements ShopTransaction, StatementRunner {
  constructor(
    readonly shop: Shop,
    protected readonly database: ShopDatabase,
  ) {}

  abstract query<R extends object = ResultRow>(statement: Statement): Promise<R[]>;
  abstract write(write: Write): Promise<ResultRow[]>;
  abstract notify(notice: Notice): void;

  rehearse<T>(_work: () => Promise<T>): Promise<T> {
    return Promise.reject(new Error('a rehearsal requires a transaction'));
  }

  repository<E extends ShopRow>(entity: EntityClass<E>): ShopRepository<E> {
    return new DatabaseShopRepository(this.database.statementsOf(entity), this.shop.id, this);
  }

  async emit<V extends string>(
    resource: EmittingResource<V>,
    event: NoInfer<V>,
    { id }: { readonly id: string },
  ): Promise<void> {
    const key = { shop_id: this.shop.id, id };
    const emitted = await this.write(announcement(resource, tableOf(resource.entity), event, key));
    if (emitted.length === 0) throw new Error(`no ${resource.type} ${id} to emit ${event} with`);
  }
}

/** Chooses the server for a request that only reads. */
export interface ReadSource {
  /** Returns a replica, or undefined for the primary database. */
  choose(): Promise<Pick<ShopDatabase, 'query'> | undefined>;
  /**
   * Called if the replica is unreachable or rejects the statement. The primary database then runs the
   * statement.
   */
  failed(): void;
}

class ReadStatements extends Statements {
  private chosen?: Promise<Pick<ShopDatabase, 'query'> | undefined> | undefined;

  constructor(
    shop: Shop,
    database: ShopDatabase,
    private readonly source: ReadSource,
  ) {
    super(shop, database);
  }

  async query<R extends object = ResultRow>(statement: Statement): Promise<R[]> {
    const context = { shop_id: this.shop.id };
    const replica = await (this.chosen ??= this.source.choose());
    if (replica) {
      try {
        return await replica.query<R>(context, statement);
      } catch {
        this.chosen = Promise.resolve(undefined);
        this.source.failed();
      }
    }
    return this.database.query<R>(context, statement);
  }

  write(): Promise<ResultRow[]> {
    return Promise.reject(new Error('a request that only reads writes nothing'));
  }

  notify(): void {
    throw new Error('a request that only reads notifies nobody');
  }
}

class SingleStatements extends Statements implements RowsOfShop {
  constructor(
    shop: Shop,
    database: ShopDatabase,
    private readonly notifier: EventNotifier,
    private readonly hosts: Pick<Hosts, 'shopUrl'>,
    private readonly notices: NoticeSink | undefined,
  ) {
    super(shop, database);
  }

  notify(notice: Notice): void {
    this.notices?.add(this.shop.id, notice);
  }

  private get source(): EventSource {
    const { id: shop_id, domain, actor } = this.shop;
    return { shop_id, origin: baseUrlOf(this.hosts, domain), actor };
  }

  query<R extends object = ResultRow>(statement: Statement): Promise<R[]> {
    return this.database.query<R>(contextOf(this.shop), statement);
  }

  async write(write: Write): Promise<ResultRow[]> {
    const context = contextOf(this.shop);
    const rows = await this.written(context, write);
    if (rows.length) this.notifier.notify(this.shop.id);
    return rows;
  }

  private written(context: Context, write: Write): Promise<ResultRow[]> {
    if (this.database.topology.writesInSteps)
      return this.database.transaction(context, (tx) =>
        lockedSteps((statement) => tx.query(statement), write, this.source),
      );
    const statement = withEvent(write, this.source);
    return write.lock && write.change === 'updated'
      ? this.database.change(context, statement, write.lock)
      : this.database.write(context, statement, write.lock?.());
  }

  async transaction<T>(work: TransactionWork<T>, options: TransactionOptions = {}): Promise<T> {
    try {
      return await this.attempt(work, options);
    } catch (error) {
      if (options.precheck || !isRefused(error)) throw error;
      return this.attempt(work, { precheck: true });
    }
  }

  private async attempt<T>(work: TransactionWork<T>, { precheck = false }: TransactionOptions): Promise<T> {
    let last: TransactionStatements | undefined;
    const result = await this.database.transaction(contextOf(this.shop), async (transaction) => {
      const within = { database: this.database, transaction, source: this.source };
      last = new TransactionStatements(this.shop, within, precheck);
      try {
        const statements = last;
        return await work(statements, () => statements.commit());
      } finally {
        last.isOver = true;
      }
    });
    if (last?.hasEvents) this.notifier.notify(this.shop.id);
    for (const notice of last?.notices ?? []) this.notify(notice);
    return result;
  }
}

interface Within {
  database: ShopDatabase;
  transaction: Transaction;
  source: EventSource;
}

class TransactionStatements extends Statements {
  readonly insertsTogether: boolean;
  hasEvents = false;
  /** Notices to send after the commit. */
  readonly notices: Notice[] = [];
  /**
   * True after the end of the transaction. A promise that outlives its transaction must not use the
   * connection of another transaction.
   */
  isOver = false;

  /** The last write that needs several messages. It started after all earlier writes. */
  private writing?: Promise<ResultRow[]>;
  private readonly transaction: Transaction;
  private readonly source: EventSource;

  constructor(
    shop: Shop,
    { database, transaction, source }: Within,
    readonly precheck: boolean,
  ) {
    super(shop, database);
    this.transaction = transaction;
    this.source = source;
    this.insertsTogether = database.topology.insertsFromDocuments;
  }

  notify(notice: Notice): void {
    this.notices.push(notice);
  }

  /** An error ends the whole transaction, so that no rollback to the savepoint follows it. */
  override async rehearse<T>(work: () => Promise<T>): Promise<T> {
    const [noticeCount, hadEvents] = [this.notices.length, this.hasEvents];
    await this.query({ text: 'SAVEPOINT rehearsal' });
    const result = await work();
    await this.query({ text: 'ROLLBACK TO SAVEPOINT rehearsal' });
    this.notices.length = noticeCount;
    this.hasEvents = hadEvents;
    return result;
  }

  query<R extends object = ResultRow>(statement: Statement): Promise<R[]> {
    return this.writing === undefined ? this.send(statement) : this.behindWrites(() => this.send(statement));
  }

  private async send<R extends object>(statement: Statement): Promise<R[]> {
    if (this.isOver) throw new Error('the transaction is over: await everything that it does');
    return this.transaction.query<R>(statement);
  }

  async write(write: Write): Promise<ResultRow[]> {
    const rows = this.database.topology.writesInSteps
      ? await this.writeInSteps(write)
      : await this.writeAtOnce(write);
    this.hasEvents ||= rows.length > 0;
    return rows;
  }

  /** Commits the transaction after all writes have ended. */
  commit(): Promise<void> {
    return this.writing === undefined
      ? this.transaction.commit()
      : this.behindWrites(() => this.transaction.commit());
  }

  /** Runs `work` after a write that needs several messages, so that statements keep their order. */
  private async behindWrites<T>(work: () => Promise<T>): Promise<T> {
    await this.writing;
    return work();
  }

  private async writeAtOnce(write: Write): Promise<ResultRow[]> {
    const statement = withEvent(write, this.source);
    if (!write.lock) return this.query(statement);
    const [, rows] = await allInOrder([this.query(write.lock()), this.query(statement)]);
    return rows;
  }

  private writeInSteps(write: Write): Promise<ResultRow[]> {
    this.writing = this.behindWrites(() =>
      lockedSteps((statement) => this.send(statement), write, this.source),
    );
    return this.writing;
  }
}

/** Runs a write in steps. The steps of an UPDATE lock the row themselves. An INSERT first locks other rows. */
async function lockedSteps(
  run: (statement: Statement) => Promise<ResultRow[]>,
  write: Write,
  source: EventSource,
): Promise<ResultRow[]> {
  if (write.lock && write.change === 'created') await run(write.lock());
  return writeInSteps(run, write, source);
}
