import type { Setting, Statement } from './statement';
import { setLocal } from './transaction-settings';

export type DatabaseKind = 'postgres' | 'citus';

/**
 * Connection pooler in front of the database server. `transaction` assigns a server connection per
 * transaction. `transaction-prepared` also supports prepared statements of the protocol, as PgBouncer 1.21
 * does.
 */
export type DatabasePooler = 'none' | 'transaction' | 'transaction-prepared';

/**
 * Differences between plain Postgres, Citus and a pooler (docs/adr/citus.md, docs/adr/pools.md). All other
 * code reads these members instead of comparing the kind of the database.
 */
export interface DatabaseTopology {
  readonly kind: DatabaseKind;
  readonly pooler: DatabasePooler;
  readonly sessionSettings: Readonly<Record<string, string>>;
  /**
   * False behind a connection pooler, which rejects session settings and shares server connections between
   * clients.
   */
  readonly connectsDirectly: boolean;
  /** True if settings and statements can be sent together, as one message of prepared statements. */
  readonly batchesTransactions: boolean;
  /**
   * True if settings must be SET LOCAL statements in an explicit transaction. On Citus, worker nodes must
   * receive the settings, and Citus does not forward `set_config()`.
   */
  readonly forwardsSettings: boolean;
  /** Where prepared statements are stored: on the connection, in the pooler (by name), or nowhere. */
  readonly preparesOn: 'connection' | 'pooler' | 'nowhere';
  /** True if a statement can write only one table. A write and its event are then separate statements. */
  readonly writesInSteps: boolean;
  /**
   * True if worker nodes store the rows. A query over all shops then queries each node separately, so that an
   * unresponsive node affects only its own shops.
   */
  readonly hasWorkerNodes: boolean;
  /**
   * True if an INSERT can select rows of a JSON document. Citus would use COPY, which row-level security
   * forbids.
   */
  readonly insertsFromDocuments: boolean;
  /** True if one transaction may write with several database roles (SECURITY DEFINER functions). */
  readonly mixesRoles: boolean;
  translate(statement: Statement): Statement;
  openTransaction(settings: readonly Setting[]): string[];
}

/** Session settings for all databases. The parsers in `rowFormat` require UTC and the ISO format of times. */
const baseSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO,YMD',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '1',
  jit: 'off',
};

/**
 * A single Postgres server without a pooler. Uses generic plans, because each SQL text has only one useful
 * plan.
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
 * A Citus cluster. Only statements on a single table get a generic plan, for which Citus selects the shard at
 * execution. For other statements, Postgres must choose the plan, because Citus rejects their generic plans.
 * Citus 14.0 leaks memory if the coordinator stores the shard of a generic plan (`verifyDistribution`).
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

/** A connection pooler that drops prepared statements between transactions. */
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
 * Returns the topology of a database. Throws for Citus behind a pooler, because services must connect to the
 * Citus coordinator directly.
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
 * Returns the session settings as the `options` of a connection. Returns undefined behind a pooler, because
 * there the database role defines the settings.
 */
export function startupOptions({ connectsDirectly, sessionSettings }: DatabaseTopology): string | undefined {
  if (!connectsDirectly) return undefined;
  return Object.entries(sessionSettings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

export const sessionSettings = startupOptions(plainTopology)!;
