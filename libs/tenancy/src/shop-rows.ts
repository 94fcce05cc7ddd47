import { Injectable } from '@nestjs/common';
import { ShopDatabase, type Statement, type Transaction } from '@storewright/database';
import type { Row } from '@storewright/json-api';
import type { Shop } from './shop';

/** The only door to shop rows: `rows.of(shop)`. Row-level security shows what is behind it to that shop alone. */
@Injectable()
export class ShopRows {
  constructor(private readonly database: ShopDatabase) {}

  of({ id }: Shop): RowsOfShop {
    const context = { shop_id: id };
    return {
      query: (statement) => this.database.query(context, statement),
      transaction: (work) => this.database.transaction(context, work),
    };
  }
}

export interface RowsOfShop {
  /** One statement in a transaction of its own: one round trip. */
  query(statement: Statement): Promise<Row[]>;
  /** Several statements, all or nothing. */
  transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T>;
}
