export {
  allInOrder,
  citusTopology,
  DatabaseError,
  type DatabaseProblem,
  mergeJoins,
  plainTopology,
  type ResultRow,
  rowFormat,
  sessionSettings,
  setLocal,
  type Setting,
  sqlState,
  type Statement,
} from '@storewright/postgres-driver';
export { ChannelListener } from './channel-listener';
export {
  bind,
  type BoundStatement,
  type CompiledStatement,
  CompiledStatements,
  defineStatement,
  type StatementDefinition,
  type StatementValues,
} from './compiled-statements';
export { connectionShortages } from './connection-limits';
export { conditionsBefore, matches, valuesOf, type Where } from './conditions';
export { type Context, settingsOf } from './context';
export { Database, type Transaction } from './database';
export { isRefused, isUniqueViolation, OutdatedLocks } from './database-errors';
export { dataSourceOptions, type ReplicaOptions, shopTopology } from './database-options';
export { AuthDatabase, DatabaseModule, ShopDatabase } from './database.module';
export { failureOfAllNodes, onNodes, undistributedTables } from './distribution';
export { bindFind, EntityStatements, type FindOptions, type Lock, type Reference } from './entity-statements';
export { firstIdAt } from './first-id-at';
export { insertRows } from './insert-rows';
export { insertSelect } from './insert-select';
export { type EntityListing, readEntityPage, readPage } from './keyset';
export { withNamedParameters } from './named-parameters';
export { newId } from './new-id';
export { PeriodicJob } from './periodic-job';
export { listing, namedValues, selectColumns, walkedListing } from './queries';
export { ReadReplicas } from './read-replicas';
