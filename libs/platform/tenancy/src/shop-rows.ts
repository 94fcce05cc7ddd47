import { Inject, Injectable } from '@nestjs/common';
import {
  type Context,
  allInOrder,
  isRefused,
  type ResultRow,
  ShopDatabase,
  type Statement,
  type Transaction,
} from '@storewright/database';
import { type EntityClass, type EntityResource, type ShopRow, tableOf } from '@storewright/entities';
import {
  announcement,
  EventNotifier,
  type EventSource,
  withEvent,
  type Write,
  writeInSteps,
} from '@storewright/events';
import { baseUrlOf, HOSTS, type Hosts } from './hosts';
import type { Shop } from './shop';
import { DatabaseShopRepository, type ShopRepository, type StatementRunner } from './shop-repository';

/** Where rows of a shop are read: in a transaction, or each statement by itself. */
export interface ReadContext {
  readonly shop: Shop;
  /** The rows of one entity. */
  repository<E extends ShopRow>(entity: EntityClass<E>): ShopRepository<E>;
  /** A statement that no repository can say; it runs for this shop all the same. */
  query<R extends object = ResultRow>(statement: Statement): Promise<R[]>;
}

/** Where they are written as well. */
export interface ShopTransaction extends ReadContext {
  /**
   * True after the database refused a write. Values and links that it may refuse are then checked first, so
   * that the error names them.
   */
  readonly precheck?: boolean;
  /** New rows of one entity may go together, in one statement (`insertAll` of a repository). */
  readonly insertsTogether?: boolean;
  /** A write and its event, in one statement. Gives the rows written. */
  write(write: Write): Promise<ResultRow[]>;
  /**
   * Writes an event of its own that the resource declares, such as `returns.approved`, with the row as this
   * transaction has written it. Throws where the resource declares no such event or the row is not there.
   */
  emit(resource: EntityResource, event: string, row: { readonly id: string }): Promise<void>;
}

/** The rows of a shop outside of a transaction: each statement is one of its own, and one round trip. */
export interface RowsOfShop extends ShopTransaction {
  /**
   * Several statements, all or nothing; run again after a lost serialisation or a deadlock, and after a
   * refusal so that it looks first: `work` must touch nothing but the transaction.
   */
  transaction<T>(work: TransactionWork<T>, options?: TransactionOptions): Promise<T>;
}

/**
 * COMMIT goes out behind what was sent, in the same message; nothing can follow. To be awaited together with
 * what was sent.
 */
export type Commit = () => Promise<void>;

/** Who calls `commit` knows that nothing follows; it need not be called. */
export type TransactionWork<T> = (transaction: ShopTransaction, commit: Commit) => Promise<T>;

export interface TransactionOptions {
  /** An earlier attempt was refused, or matched no row. */
  precheck?: boolean;
}

/** All access to shop rows goes through `rows.of(shop)`. Row-level security shows it that shop's rows alone. */
@Injectable()
export class ShopRows {
  constructor(
    private readonly database: ShopDatabase,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
    private readonly notifier: EventNotifier,
  ) {}

  of(shop: Shop): RowsOfShop {
    return new SingleStatements(shop, this.database, this.notifier, this.hosts);
  }

  /** For a request that only reads: all of it from one place, which is chosen when its first statement comes. */
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

  repository<E extends ShopRow>(entity: EntityClass<E>): ShopRepository<E> {
    return new DatabaseShopRepository(this.database.statementsOf(entity), this.shop.id, this);
  }

  async emit(resource: EntityResource, event: string, { id }: { readonly id: string }): Promise<void> {
    const key = { shop_id: this.shop.id, id };
    const emitted = await this.write(announcement(resource, tableOf(resource.entity), event, key));
    if (emitted.length === 0) throw new Error(`no ${resource.type} ${id} to emit ${event} with`);
  }
}

/** Where a request that only reads does so. */
export interface ReadSource {
  /** A replica; undefined: the database itself. */
  choose(): Promise<Pick<ShopDatabase, 'query'> | undefined>;
  /** It is away or refuses: the database answers instead. */
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
}

class SingleStatements extends Statements implements RowsOfShop {
  constructor(
    shop: Shop,
    database: ShopDatabase,
    private readonly notifier: EventNotifier,
    private readonly hosts: Pick<Hosts, 'shopUrl'>,
  ) {
    super(shop, database);
  }

  private get source(): EventSource {
    return { shop_id: this.shop.id, origin: baseUrlOf(this.hosts, this.shop.domain) };
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
  /** A promise that was forked and outlives its transaction must not find the connection in another one. */
  isOver = false;

  /** The last write that takes several messages; it began behind those before it. */
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

  /** Behind everything that was written. */
  commit(): Promise<void> {
    return this.writing === undefined
      ? this.transaction.commit()
      : this.behindWrites(() => this.transaction.commit());
  }

  /** Where a write takes several messages, what is sent behind it waits for them: statements keep their order. */
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

/** The steps of an UPDATE lock its row by themselves; an INSERT has other rows to lock. */
async function lockedSteps(
  run: (statement: Statement) => Promise<ResultRow[]>,
  write: Write,
  source: EventSource,
): Promise<ResultRow[]> {
  if (write.lock && write.change === 'created') await run(write.lock());
  return writeInSteps(run, write, source);
}
