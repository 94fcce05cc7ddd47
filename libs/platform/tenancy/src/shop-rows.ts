import { Inject, Injectable } from '@nestjs/common';
import {
  type Context,
  ShopDatabase,
  type Statement,
  type StatementDefinition,
  type StatementValues,
  type Transaction,
} from '@storewright/database';
import type { EntityClass } from '@storewright/entities';
import { type EventSource, EventWaking, withEvent, type Write } from '@storewright/events';
import type { Row } from '@storewright/json-api';
import type { EntityManager, ObjectLiteral, Repository } from 'typeorm';
import { HOSTS, type Hosts } from './host.guard';
import type { Shop } from './shop';

/** The only door to shop rows: `rows.of(shop)`. Row-level security shows what is behind it to that shop alone. */
@Injectable()
export class ShopRows {
  constructor(
    private readonly database: ShopDatabase,
    @Inject(HOSTS) private readonly hosts: Pick<Hosts, 'shopUrl'>,
    private readonly waking: EventWaking,
  ) {}

  of(shop: Shop): RowsOfShop {
    const context = { shop_id: shop.id };
    return {
      query: (statement) => this.database.query(context, statement),
      write: async (write) => {
        const rows = await this.database.query(context, withEvent(write, this.sourceOf(shop)));
        if (rows.length) this.waking.note(shop.id);
        return rows;
      },
      transaction: async (work) => {
        let within: OpenShopTransaction | undefined;
        const result = await this.database.transaction(context, (transaction) => {
          within = new OpenShopTransaction(transaction, this.sourceOf(shop));
          return work(within);
        });
        if (within?.hasEvents) this.waking.note(shop.id);
        return result;
      },
    };
  }

  private sourceOf({ id, domain }: Shop): EventSource {
    return { shop_id: id, origin: this.hosts.shopUrl.replace('{shop}', domain) };
  }
}

export interface RowsOfShop {
  /** One statement in a transaction of its own: one round trip. */
  query(statement: Statement): Promise<Row[]>;
  /** One write and its event, likewise (CONTRACT §6). Gives the rows written. */
  write(write: Write): Promise<Row[]>;
  /** Several statements, all or nothing. */
  transaction<T>(work: (transaction: ShopTransaction) => Promise<T>): Promise<T>;
}

export interface ShopTransaction extends Transaction {
  /** A write and its event, which are there when the transaction commits. Gives the rows written. */
  write(write: Write): Promise<Row[]>;
}

class OpenShopTransaction implements ShopTransaction {
  hasEvents = false;

  constructor(
    private readonly transaction: Transaction,
    private readonly source: EventSource,
  ) {}

  get manager(): EntityManager {
    return this.transaction.manager;
  }

  of<E extends ObjectLiteral>(target: Repository<E> | EntityClass<E>): Repository<E> {
    return this.transaction.of(target);
  }

  execute<R extends object>(statement: StatementDefinition<R>, values: StatementValues): Promise<R[]> {
    return this.transaction.execute(statement, values);
  }

  query(statement: Statement): Promise<Row[]> {
    return this.transaction.query(statement);
  }

  enter(context: Context): Promise<void> {
    return this.transaction.enter(context);
  }

  async write(write: Write): Promise<Row[]> {
    const rows = await this.transaction.query(withEvent(write, this.source));
    this.hasEvents ||= rows.length > 0;
    return rows;
  }
}
