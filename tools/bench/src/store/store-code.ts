import { Inventory, ProductsRepository, VariantsRepository } from '@storewright/catalog';
import { dataSourceOptions, ShopDatabase } from '@storewright/database';
import { withEvent } from '@storewright/events';
import {
  CodeRedemption,
  CodesRepository,
  CustomersRepository,
  OrdersRepository,
  StockReservation,
} from '@storewright/sales';
import { DatabaseShopRepository, type ShopTransaction, type StatementRunner } from '@storewright/tenancy';
import { DataSource } from 'typeorm';
import type { BenchShop } from '../people';
import type { Stage } from '../stage';

const variants = new VariantsRepository();
const codes = new CodesRepository();

export const repositories = {
  variants,
  products: new ProductsRepository({ clock: Date }),
  customers: new CustomersRepository(),
  orders: new OrdersRepository(new StockReservation(new Inventory(variants)), new CodeRedemption(codes)),
};

/**
 * Creates repositories of the shop API on top of any function that executes SQL. Bypasses tokens, tenants and
 * row-level security.
 */
export interface StoreCode {
  transaction(shop: BenchShop, query: StatementRunner['query']): ShopTransaction;
  close(): Promise<void>;
}

/** Opens a TypeORM data source, which the repositories need to compile SQL statements from entities. */
export async function openStoreCode(stage: Stage): Promise<StoreCode> {
  const options = { url: stage.databaseUrl(), applicationName: 'bench' };
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  const database = new ShopDatabase(dataSource, options);
  return {
    transaction: ({ id, domain }, query) => {
      const source = { shop_id: id, origin: 'http://bench.localhost' };
      const runner: StatementRunner = { query, write: (write) => query(withEvent(write, source)) };
      return {
        ...runner,
        shop: { id, domain, status: 'active', time_zone: 'UTC', currency_code: 'EUR' },
        emit: () => Promise.reject(new Error('the benchmark emits no events')),
        notify: () => undefined,
        rehearse: () => Promise.reject(new Error('the benchmark proposes no writes')),
        repository: (entity) => new DatabaseShopRepository(database.statementsOf(entity), id, runner),
      };
    },
    async close() {
      await database.close();
      await dataSource.destroy();
    },
  };
}
