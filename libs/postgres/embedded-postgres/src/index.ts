export { startPostgres } from './start-postgres';
export type { PostgresOptions, PostgresServer } from './start-postgres';
