// This file contains SQL, because it reads statistics of Citus.
import { onNodes, type ShopDatabase } from '@storewright/database';
import { Counter, Gauge, type Registry } from 'prom-client';

const counters = {
  name: 'cluster-counters',
  text: `SELECT query_execution_single_shard AS one, query_execution_multi_shard AS several
    FROM citus_stat_counters WHERE name = current_database()`,
};

const mayReadShops = {
  name: 'cluster-shops-privilege',
  text: `SELECT has_function_privilege('citus_stat_tenants(boolean)', 'EXECUTE') AS may`,
};

/**
 * Selects the busiest shop in the last statistics period of Citus: its statements and CPU seconds, and the
 * length of the period in seconds.
 */
const busiest = {
  name: 'cluster-shops',
  text: `SELECT coalesce(max(statements), 0) AS statements, coalesce(max(cpu), 0) AS cpu,
      current_setting('citus.stat_tenants_period')::integer AS period
    FROM (
      SELECT tenant_attribute, sum(query_count_in_last_period)::integer AS statements,
        sum(cpu_usage_in_last_period) AS cpu
      FROM citus_stat_tenants() WHERE tenant_attribute IS NOT NULL GROUP BY tenant_attribute
    ) shops`,
};

interface Busiest {
  statements: number;
  cpu: number;
  period: number;
}

/**
 * Metrics of a Citus cluster. All values are 0 on plain Postgres, and if the cluster collects no statistics
 * (docs/scaling.md).
 */
export class ClusterMetrics {
  private readonly statements: Counter;
  private readonly shopStatements: Gauge;
  private readonly shopProcessors: Gauge;

  constructor(
    registry: Registry,
    private readonly database: ShopDatabase,
  ) {
    const registers = [registry];
    this.statements = new Counter({
      ...{ name: 'storewright_cluster_statements_total', help: 'Statements of the coordinator by shards' },
      ...{ labelNames: ['shards'], registers },
    });
    this.shopStatements = new Gauge({
      ...{ name: 'storewright_cluster_busiest_shop_statements_per_second', registers },
      help: 'Statements of the shop with the most statements in the last period of Citus',
    });
    this.shopProcessors = new Gauge({
      ...{ name: 'storewright_cluster_busiest_shop_processors', registers },
      help: 'Processors that the shop with the most processor time used in the last period of Citus',
    });
    this.counted(0, 0);
  }

  /**
   * Reads the statistics of the Citus cluster. If the cluster does not respond, the previous values remain.
   */
  async read(): Promise<void> {
    if (!this.database.topology.hasWorkerNodes) return;
    await Promise.allSettled([this.readCounters(), this.readShops()]);
  }

  private async readCounters(): Promise<void> {
    const [row] = await this.database.query<{ one: string; several: string }>({}, counters);
    this.counted(Number(row!.one), Number(row!.several));
  }

  private counted(one: number, several: number): void {
    this.statements.reset();
    this.statements.inc({ shards: 'one' }, one);
    this.statements.inc({ shards: 'several' }, several);
  }

  /**
   * Does nothing if the worker's role lacks the privilege for Citus statistics. Only a superuser's `migrate`
   * can grant this privilege.
   */
  private async readShops(): Promise<void> {
    const [privilege] = await this.database.query<{ may: boolean }>({}, mayReadShops);
    if (!privilege!.may) return;
    const [row] = await onNodes<Busiest>(this.database, busiest);
    this.shopStatements.set(row!.statements / row!.period);
    this.shopProcessors.set(row!.cpu / row!.period);
  }
}
