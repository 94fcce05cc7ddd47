import type { PoolConfig } from 'pg';
import type { DataSource } from 'typeorm';
import { SteadyPool } from './steady-pool';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver.js';

/** Values go to columns and come from them as `rowFormat` has them: TypeORM's driver would make Dates of timestamps, and JSON of JSON text. */
export function keepValues({ driver }: DataSource): void {
  driver.prepareHydratedValue = (value: unknown) => value;
  driver.preparePersistentValue = (value: unknown, { type }) =>
    type === 'jsonb' && typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
}

/** Nothing gets a connection of the data source but by `Database`: a repository, a builder or a manager without a context throws. */
export function refuseWithoutContext(dataSource: DataSource): void {
  dataSource.createQueryRunner = () => {
    throw new Error(
      'this has no context: run it by database.of(context, repository) or in database.transaction(context, …)',
    );
  };
}

/** The data source opens without a connection: its pool makes them when they are asked for. TypeORM would make one first, and fail while the server is away. */
export function openWithoutConnection(dataSource: DataSource): void {
  const driver = dataSource.driver as PostgresDriver;
  const { extra, ...options } = dataSource.options as { url: string; extra: PoolConfig };
  driver.version = '18.0';
  driver.connect = () => {
    driver.master = new SteadyPool({ ...extra, connectionString: options.url });
    return Promise.resolve();
  };
  driver.afterConnect = () => Promise.resolve();
}
