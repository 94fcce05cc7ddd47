import { Inject, Injectable } from '@nestjs/common';
import { ShopDatabase, type Statement, type Transaction } from '@storewright/database';
import { type EntityClass, type EntityResource, type ShopRow, tableOf } from '@storewright/entities';
import { announcement, EventNotifier, type EventSource, withEvent, type Write } from '@storewright/events';
import type { Row } from '@storewright/json-api';
import { HOSTS, type Hosts } from './host.guard';
import type { Shop } from './shop';
import { DatabaseShopRepository, type ShopRepository, type StatementRunner } from './shop-repository';

/** Where rows of a shop are read: in a transaction, or each statement by itself. */
export interface ReadContext {
  readonly shop: Shop;
  /** The rows of one entity. */
  repository<E extends ShopRow>(entity: EntityClass<E>): ShopRepository<E>;
  /** A statement that no repository can say; it runs for this shop all the same. */
  query<R extends object = Row>(statement: Statement): Promise<R[]>;
}

/** Where they are written as well. */
export interface ShopTransaction extends ReadContext {
  /** A write and its event, in one statement. Gives the rows written. */
  write(write: Write): Promise<Row[]>;
  /** Writes an event of its own that the resource declares, such as `returns.approved`, with the row as this transaction has written it. Throws where the resource declares no such event or the row is not there. */
  emit(resource: EntityResource, event: string, row: { readonly id: string }): Promise<void>;
}

/** The rows of a shop outside of a transaction: each statement is one of its own, and one round trip. */
export interface RowsOfShop extends ShopTransaction {
  /** Several statements, all or nothing; run again after a lost serialisation or a deadlock, so `work` must touch nothing but the transaction. */
  transaction<T>(work: (transaction: ShopTransaction) => Promise<T>): Promise<T>;
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
    const context = { shop_id: shop.id };
    const single: StatementRunner = {
      query: <R extends object>(statement: Statement) => this.database.query<R>(context, statement),
      write: async (write) => {
        const rows = await this.database.query(context, withEvent(write, this.sourceOf(shop)));
        if (rows.length) this.notifier.notify(shop.id);
        return rows;
      },
    };
    return {
      ...this.contextOf(shop, single),
      transaction: async (work) => {
        let runner: TransactionRunner | undefined;
        const result = await this.database.transaction(context, async (transaction) => {
          runner = new TransactionRunner(transaction, this.sourceOf(shop));
          try {
            return await work(this.contextOf(shop, runner));
          } finally {
            runner.isOver = true;
          }
        });
        if (runner?.hasEvents) this.notifier.notify(shop.id);
        return result;
      },
    };
  }

  private contextOf(shop: Shop, runner: StatementRunner): ShopTransaction {
    return {
      shop,
      query: <R extends object>(statement: Statement) => runner.query<R>(statement),
      write: (write) => runner.write(write),
      emit: async (resource, event, { id }) => {
        const key = { shop_id: shop.id, id };
        const emitted = await runner.write(announcement(resource, tableOf(resource.entity), event, key));
        if (emitted.length === 0) throw new Error(`no ${resource.type} ${id} to emit ${event} with`);
      },
      repository: (entity) => new DatabaseShopRepository(this.database.statementsOf(entity), shop.id, runner),
    };
  }

  private sourceOf({ id, domain }: Shop): EventSource {
    return { shop_id: id, origin: this.hosts.shopUrl.replace('{shop}', domain) };
  }
}

class TransactionRunner implements StatementRunner {
  hasEvents = false;
  /** A promise that was forked and outlives its transaction must not find the connection in another one. */
  isOver = false;

  constructor(
    private readonly transaction: Transaction,
    private readonly source: EventSource,
  ) {}

  async query<R extends object = Row>(statement: Statement): Promise<R[]> {
    if (this.isOver) throw new Error('the transaction is over: await everything that it does');
    return this.transaction.query<R>(statement);
  }

  async write(write: Write): Promise<Row[]> {
    const rows = await this.query(withEvent(write, this.source));
    this.hasEvents ||= rows.length > 0;
    return rows;
  }
}
