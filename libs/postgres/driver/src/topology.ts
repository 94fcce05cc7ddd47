import type { Setting, Statement } from './statement';
import { setLocal } from './transaction-settings';

/** Kind of the database server: one Postgres, or a Citus cluster that distributes rows by shop. */
export type DatabaseKind = 'postgres' | 'citus';

/**
 * Pooler in front of the database server. `transaction` assigns a server connection per transaction.
 * `transaction-prepared` also preserves prepared statements of the protocol, as PgBouncer does since 1.21.
 */
export type DatabasePooler = 'none' | 'transaction' | 'transaction-prepared';

/**
 * Differences between plain Postgres, Citus and a pooler (docs/adr/citus.md, docs/adr/pools.md). Chosen once
 * when a database is opened. All other code reads these members and never compares kinds.
 */
export interface DatabaseTopology {
  readonly kind: DatabaseKind;
  readonly pooler: DatabasePooler;
  /** Postgres settings that every session needs. */
  readonly sessionSettings: Readonly<Record<string, string>>;
  /** False behind a pooler, which rejects session settings and shares server connections between clients. */
  readonly connectsDirectly: boolean;
  /** True if settings and statements can be sent as one message of prepared statements. */
  readonly batchesTransactions: boolean;
  /**
   * True if settings must be SET LOCAL statements in an explicit transaction, because worker nodes must
   * receive them. Citus does not forward `set_config()`.
   */
  readonly forwardsSettings: boolean;
  /** Where a prepared statement stays known: on its connection, in the pooler (by name), or nowhere. */
  readonly preparesOn: 'connection' | 'pooler' | 'nowhere';
  /** True if a statement can write only one table, so that a write and its event are separate statements. */
  readonly writesInSteps: boolean;
  /**
   * True if rows are on worker nodes. A query over all shops then queries each node separately, so that an
   * unresponsive node fails alone.
   */
  readonly hasWorkerNodes: boolean;
  /**
   * True if INSERT can select rows of a JSON document. Citus would use COPY, which row-level security
   * forbids.
   */
  readonly insertsFromDocuments: boolean;
  /** True if one transaction may write with several roles (SECURITY DEFINER functions). */
  readonly mixesRoles: boolean;
  translate(statement: Statement): Statement;
  /** Returns the messages that start a transaction with these settings. */
  openTransaction(settings: readonly Setting[]): string[];
}

/** Session settings. `rowFormat` requires UTC and the ISO format of times. */
const baseSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO,YMD',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '1',
  jit: 'off',
};

/**
 * One Postgres without a pooler. Uses generic plans, because the text of each statement determines its plan.
 */
export const plainTopology: DatabaseTopology = {
  kind: 'postgres',
  pooler: 'none',
  sessionSettings: { ...baseSettings, plan_cache_mode: 'force_generic_plan' },
  connectsDirectly: true,
  batchesTransactions: true,
  forwardsSettings: false,
  preparesOn: 'connection',
  writesInSteps: false,
  hasWorkerNodes: false,
  insertsFromDocuments: true,
  mixesRoles: true,
  translate: (statement) => statement,
  openTransaction: (settings) => [`BEGIN;${setLocal(settings)}`],
};

/**
 * A Citus cluster. Only statements on one table get a generic plan, which Citus prunes to a shard at
 * execution. For all other statements Postgres must choose, because Citus rejects their generic plans. Citus
 * 14.0 leaks memory if the node of the session stores the shard of a generic plan (`verifyDistribution`).
 */
export const citusTopology: DatabaseTopology = {
  ...plainTopology,
  kind: 'citus',
  sessionSettings: {
    ...baseSettings,
    plan_cache_mode: 'auto',
    'citus.propagate_set_commands': 'local',
  },
  forwardsSettings: true,
  writesInSteps: true,
  hasWorkerNodes: true,
  insertsFromDocuments: false,
  mixesRoles: false,
  translate: (statement) => (statement.onCitus ? { ...statement, ...statement.onCitus } : statement),
  openTransaction: (settings) => ['BEGIN', ...settings.map((setting) => setLocal([setting]).slice(0, -1))],
};

/** A pooler that loses prepared statements between transactions. */
const transactionPoolerTopology: DatabaseTopology = {
  ...plainTopology,
  pooler: 'transaction',
  connectsDirectly: false,
  batchesTransactions: false,
  preparesOn: 'nowhere',
  translate: ({ name: _, ...nameless }) => nameless,
};

const preparingPoolerTopology: DatabaseTopology = {
  ...plainTopology,
  pooler: 'transaction-prepared',
  connectsDirectly: false,
  batchesTransactions: false,
  preparesOn: 'pooler',
};

/**
 * Returns the topology of a database. Throws for Citus behind a pooler, because services on Citus must
 * connect to the coordinator directly.
 */
export function topologyOf(kind: DatabaseKind, pooler: DatabasePooler = 'none'): DatabaseTopology {
  if (kind === 'citus' && pooler !== 'none') throw new Error('Citus cannot be used behind a pooler');
  if (kind === 'citus') return citusTopology;
  return {
    none: plainTopology,
    transaction: transactionPoolerTopology,
    'transaction-prepared': preparingPoolerTopology,
  }[pooler];
}

/**
 * Returns the session settings as `options` of a connection. Undefined behind a pooler, where the role has
 * the settings.
 */
export function startupOptions({ connectsDirectly, sessionSettings }: DatabaseTopology): string | undefined {
  if (!connectsDirectly) return undefined;
  return Object.entries(sessionSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Session settings as the `options` of a connection to plain Postgres. */
export const sessionSettings = startupOptions(plainTopology)!;
