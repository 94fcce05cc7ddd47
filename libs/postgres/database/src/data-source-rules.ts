import { ResilientPool } from '@storewright/postgres-driver';
import type { PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/**
 * Makes TypeORM keep column values in the format of `rowFormat`. Otherwise it would create Dates and
 * stringify JSON text again.
 */
export function keepValues({ driver }: DataSource): void {
  driver.prepareHydratedValue = (value: unknown) => value;
  driver.preparePersistentValue = (value: unknown, { type }) =>
    type === 'jsonb' && typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/**
 * Makes TypeORM's repositories, builders and managers throw unless they have a context. Only `Database` may
 * open connections of the data source.
 */
export function refuseWithoutContext(dataSource: DataSource): void {
  dataSource.createQueryRunner = () => {
    throw new Error('no context: use database.of(context, repository) or database.transaction(context, …)');
  };
}

/**
 * Initializes the data source without a connection. TypeORM's own initialization connects, and fails while
 * the server is down.
 */
export function openWithoutConnection(dataSource: DataSource): void {
  const driver = dataSource.driver as PostgresDriver;
  const { extra, ...options } = dataSource.options as { url: string; extra: PoolConfig };
  driver.version = '18.0';
  driver.connect = () => {
    driver.master = new ResilientPool({ ...extra, connectionString: options.url });
    return Promise.resolve();
  };
  driver.afterConnect = () => Promise.resolve();
}
