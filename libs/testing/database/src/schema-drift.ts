import { DataSource, getMetadataArgsStorage, type QueryRunner } from 'typeorm';
import { oneAtATime } from './one-at-a-time';

type EntityClass = new () => object;

/**
 * Matches SQL statements that drop indexes and constraints. The entities do not declare them, because only
 * migrations define them.
 */
const left = /^DROP INDEX "[a-z]+"\."\w+"$|^ALTER TABLE "[a-z]+"\."\w+" DROP CONSTRAINT "\w+"$/;

/**
 * Returns the differences between TypeORM entities and the migrated database, one per line. A line is an SQL
 * statement with which TypeORM would adapt a table, or a table without an entity. `url` needs a database role
 * that can read all tables.
 */
export async function schemaDrift(
  url: string,
  schema: 'auth' | 'shop',
  entities: readonly EntityClass[],
): Promise<string[]> {
  const dataSource = new DataSource({
    type: 'postgres',
    url,
    entities: [...entities],
    installExtensions: false,
  });
  await dataSource.initialize();
  const createQueryRunner = dataSource.createQueryRunner.bind(dataSource);
  // Serializes the queries, because TypeORM's schema builder sends concurrent queries on one connection.
  dataSource.createQueryRunner = (mode): QueryRunner => {
    const runner = createQueryRunner(mode);
    return Object.assign(runner, { query: oneAtATime(runner.query.bind(runner)) });
  };
  try {
    const { upQueries } = await dataSource.driver.createSchemaBuilder().log();
    const tables = await dataSource.query<{ name: string }[]>(
      `SELECT relname AS name FROM pg_class WHERE relnamespace = $1::regnamespace AND relkind IN ('r', 'p') AND relname <> 'migrations' ORDER BY 1`,
      [schema],
    );
    const known = new Set(dataSource.entityMetadatas.map(({ tablePath }) => tablePath));
    const unknown = tables.map(({ name }) => `${schema}.${name}`).filter((path) => !known.has(path));
    return [
      ...upQueries.map(({ query }) => query).filter((query) => !left.test(query)),
      ...unknown.map((path) => `${path} has no entity`),
      ...hidden(entities),
    ];
  } finally {
    await dataSource.destroy();
  }
}

/** Returns the entities with `synchronize: false`, which TypeORM does not compare with the database. */
function hidden(entities: readonly EntityClass[]): string[] {
  return getMetadataArgsStorage()
    .tables.filter(
      ({ target, synchronize }) => synchronize === false && entities.includes(target as EntityClass),
    )
    .map(({ target }) => `${(target as EntityClass).name} says synchronize: false, so it is not compared`);
}
