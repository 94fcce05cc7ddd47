import { ResilientPool } from '@storewright/postgres-driver';
import type { PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/**
 * Makes TypeORM keep column values in the format of `rowFormat`. By default, TypeORM would create Dates and
 * encode JSON text a second time.
 */
export function keepValues({ driver }: DataSource): void {
  driver.prepareHydratedValue = (value: unknown) => value;
  driver.preparePersistentValue = (value: unknown, { type }) =>
    type === 'jsonb' && typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/**
 * Makes TypeORM's repositories, query builders and managers throw if they are used without a tenant context.
 * Only `Database` may open connections of the data source.
 */
export function refuseWithoutContext(dataSource: DataSource): void {
  dataSource.createQueryRunner = () => {
    throw new Error('no context: use database.of(context, repository) or database.transaction(context, …)');
  };
}

/**
 * Initializes the data source without connecting. TypeORM's own initialization connects, and therefore fails
 * while the server is down.
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
