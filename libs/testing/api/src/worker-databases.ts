import { AuthDatabase, dataSourceOptions, ShopDatabase } from '@storewright/database';
import type { TestDatabase } from '@storewright/testing';
import { DataSource } from 'typeorm';

/**
 * Data sources of the auth database and the shop database, connected with the role of the webhook worker.
 */
export interface WorkerDatabases {
  auth: AuthDatabase;
  shop: ShopDatabase;
  close(): Promise<void>;
}

export async function workerDatabases(database: TestDatabase): Promise<WorkerDatabases> {
  const options = { url: database.url('hooks'), applicationName: 'spec' };
  const dataSource = await new DataSource(dataSourceOptions(options)).initialize();
  const [auth, shop] = [new AuthDatabase(dataSource, options), new ShopDatabase(dataSource, options)];
  const close = async () => {
    await Promise.all([auth.close(), shop.close()]);
    await dataSource.destroy();
  };
  return { auth, shop, close };
}
