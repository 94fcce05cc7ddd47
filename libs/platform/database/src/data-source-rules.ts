import type { DataSource } from 'typeorm';

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
