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

export interface ReadContext {
  readonly shop: Shop;
  repository<E extends ShopRow>(entity: EntityClass<E>): ShopRepository<E>;
  query<R extends object = ResultRow>(statement: Statement): Promise<R[]>;
}

export interface ShopTransaction extends ReadContext {
  /**
   * True after the database rejected a write in an earlier attempt. The transaction then checks unique values
   * and relationship targets before it writes, so that the error response names the invalid value.
   */
  readonly precheck?: boolean;
  /** True if one INSERT statement can create several rows. False on Citus. */
  readonly insertsTogether?: boolean;
  /** Writes a row and its event in one statement. Returns the written rows. */
  write(write: Write): Promise<ResultRow[]>;
  /**
   * Writes an event for an object that does not change, such as `returns.approved`. Throws if the resource
   * does not declare the event or the object does not exist.
   */
  emit<V extends string>(
    resource: EmittingResource<V>,
    event: NoInfer<V>,
    row: { readonly id: string },
  ): Promise<void>;
  /** Notifies members of the shop after the commit. A rollback discards the notification. */
  notify(notice: Notice): void;
  /** Dry run: runs `work`, then rolls back its writes, events and notifications. Requires a transaction. */
  rehearse<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Rows of one shop. Outside of `transaction`, each statement is its own transaction and takes one round trip.
 */
export interface RowsOfShop extends ShopTransaction {
  /**
   * Runs `work` in a transaction. Repeats `work` after a serialization failure, a deadlock or a rejected
   * write, so `work` must have no side effects outside of the transaction.
   */
  transaction<T>(work: TransactionWork<T>, options?: TransactionOptions): Promise<T>;
}

/**
 * Sends COMMIT in the same network round trip as the preceding statements. The transaction cannot run
 * statements afterwards. Await the commit together with the preceding statements.
 */
export type Commit = () => Promise<void>;

export type TransactionWork<T> = (transaction: ShopTransaction, commit: Commit) => Promise<T>;

export interface TransactionOptions {
  /** True if an earlier attempt matched no row, or if the database rejected an earlier attempt. */
  precheck?: boolean;
}

/**
 * Entry point for all access to the rows of shops: `rows.of(shop)`. Row-level security limits every statement
 * to the rows of that shop.
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
   * Returns read-only access to the rows of a shop. The first statement selects the replica or the primary
   * for the whole request.
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

export interface ReadSource {
  /** Returns a replica, or undefined to read from the primary. */
  choose(): Promise<Pick<ShopDatabase, 'query'> | undefined>;
  /** Called if the replica is unreachable or rejects the statement, before the primary runs the statement. */
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
  readonly notices: Notice[] = [];
  /**
   * True after the end of the transaction. A promise that outlives its transaction must not send statements,
   * because the connection may already serve another transaction.
   */
  isOver = false;

  /** Promise of the latest write that needs several round trips, which resolves after all earlier writes. */
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

  /**
   * Runs `work` as a dry run: rolls back to a savepoint after success. An error in `work` aborts the whole
   * transaction, which needs no savepoint.
   */
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

  commit(): Promise<void> {
    return this.writing === undefined
      ? this.transaction.commit()
      : this.behindWrites(() => this.transaction.commit());
  }

  /** Runs `work` after the pending multi-statement write, so that statements keep their order. */
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

/**
 * Runs a write as several statements. Runs the lock statement only before an INSERT, because the statements of
 * an UPDATE lock the row themselves.
 */
async function lockedSteps(
  run: (statement: Statement) => Promise<ResultRow[]>,
  write: Write,
  source: EventSource,
): Promise<ResultRow[]> {
  if (write.lock && write.change === 'created') await run(write.lock());
  return writeInSteps(run, write, source);
}
