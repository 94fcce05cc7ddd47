export { ChannelListener } from './channel-listener';
export { shortages } from './connection-places';
export { type Context, settingsOf } from './context';
export { Database, dataSourceOptions, type Transaction } from './database';
export { AuthDatabase, DatabaseModule, type ReplicaOptions, ShopDatabase } from './database.module';
export { isRefused, isUniqueViolation, OutdatedLocks, sqlState } from './database-errors';
export { asFor, mergeJoins, type Statement } from './prepared-client';
export { firstIdAt } from './first-id-at';
export { type EntityListing, readEntityPage, readPage } from './keyset';
export { PeriodicJob } from './periodic-job';
export { listing, namedValues, selectColumns, walkedListing } from './queries';
export { ReadReplicas } from './read-replicas';
export { rowFormat, sessionSettings } from './row-format';
export { setLocal } from './settings';
export {
  bind,
  type BoundStatement,
  type CompiledStatement,
  CompiledStatements,
  defineStatement,
  type StatementDefinition,
  type StatementValues,
} from './compiled-statements';
export {
  bindFind,
  conditionsBefore,
  EntityStatements,
  type FindOptions,
  type Lock,
  type Reference,
  valuesOf,
} from './entity-statements';
export { insertRows } from './insert-rows';
export { insertSelect } from './insert-select';
export { allInOrder } from './all-in-order';
export { withNamedParameters } from './named-parameters';
export { newId } from './new-id';
export { undistributedTables } from './database-kind';
