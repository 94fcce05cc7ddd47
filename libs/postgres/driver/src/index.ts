export { allInOrder } from './all-in-order';
export {
  connectFailed,
  isConnectFailure,
  isOptionsRejection,
  isServerUnavailable,
  isTooFull,
  rejectionOf,
  sqlState,
} from './connection-errors';
export { DatabaseError, type DatabaseProblem } from './database-error';
export { ConnectionMonitor, type MonitorLimits } from './connection-monitor';
export { destroySocket, type MonitoredClient, monitoredBy, processIdOf } from './monitored-client';
export { type Parameter, parameter } from './parameter';
export { PipelinedConnections } from './pipelined-connections';
export { preparedClientOf, type PreparedClient } from './prepared-client';
export { ResilientPool } from './resilient-pool';
export { isoMicroseconds, rowFormat } from './row-format';
export {
  type Isolation,
  mergeJoins,
  type ResultRow,
  type Setting,
  type Statement,
  type StatementResult,
  withPlanSettings,
} from './statement';
export { atLimit, within } from './time-limit';
export {
  citusTopology,
  type DatabaseKind,
  type DatabasePooler,
  type DatabaseTopology,
  plainTopology,
  sessionSettings,
  startupOptions,
  topologyOf,
} from './topology';
export { messagesOn, rolledBack, type TransactionMessages } from './transaction-messages';
export { setConfig, setLocal } from './transaction-settings';
