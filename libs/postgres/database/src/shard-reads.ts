// Uses raw SQL instead of TypeORM to query the locations of shards in the catalog of Citus.
import { Logger } from '@nestjs/common';
import {
  isServerUnavailable,
  sqlState,
  type Statement,
  type StatementResult,
} from '@storewright/postgres-driver';
import type { Context } from './context';
import type { Database } from './database';
import { ShardGroup } from './shard-group';

type NodeDatabase = Pick<Database, 'query' | 'runAfter' | 'close'>;

const MAX_SHOPS = 100_000;

/** Pause in milliseconds after a failure before the service queries the shards of a shop again. */
const RETRY_MS = 2_000;

/**
 * SQLSTATEs of a read from a shard that has moved to a different node: undefined_table, and division_by_zero
 * in `guardOf`.
 */
const MOVED = ['22012', '42P01'];
/**
 * SQLSTATEs undefined_table and undefined_column. They occur if the SQL is invalid for a shard, for example
 * because the table name qualifies a column.
 */
const INVALID_TEXT = ['42P01', '42703'];

const DENIED = '42501';
/** Time in milliseconds for which the coordinator runs a statement after a worker node denied it. */
const DENIED_MS = 60_000;

interface GroupRow {
  shard: string;
  node: string;
  shards: string;
}

const groupOf = (shop_id: string): Statement => ({
  name: 'shard-group',
  text: `
    SELECT s.shardid::text AS shard, n.nodename || ':' || n.nodeport AS node, (
      SELECT json_object_agg(o.logicalrelid::text, shard_name(o.logicalrelid, o.shardid))::text
      FROM pg_dist_shard o JOIN pg_dist_partition d USING (logicalrelid)
      WHERE d.partmethod = 'n' OR (d.colocationid = a.colocationid AND o.shardminvalue = s.shardminvalue)) AS shards
    FROM (SELECT logicalrelid, colocationid FROM pg_dist_partition WHERE partmethod = 'h' ORDER BY 1 LIMIT 1) a
    JOIN pg_dist_shard s ON s.shardid = get_shard_id_for_distribution_column(a.logicalrelid, $1::uuid)
    JOIN pg_dist_placement p USING (shardid) JOIN pg_dist_node n ON n.groupid = p.groupid AND n.noderole = 'primary'`,
  values: [shop_id],
});

/**
 * Returns a statement that fails if the worker node does not store the shard. The node updates its catalog in
 * the transaction that moves the shard.
 */
const guardOf = (shard: string): Statement => ({
  name: 'shard-guard',
  text: 'SELECT 1 / count(*) FROM pg_dist_placement JOIN pg_dist_local_group USING (groupid) WHERE shardid = $1',
  values: [shard],
});

/**
 * Returns a statement that selects the shards of shop tables without row-level security. Reference tables are
 * ignored: every node stores them completely, and they need no row-level security.
 */
const unprotected = (names: readonly string[]): Statement => ({
  name: 'shards-unprotected',
  text: `SELECT c.oid::regclass::text AS name FROM pg_class c
    WHERE c.oid = ANY ($1::regclass[]) AND NOT c.relrowsecurity AND EXISTS (
      SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'shop_id' AND NOT a.attisdropped)`,
  values: [names],
});

/**
 * Reads rows of a shop directly from the worker node that stores them, without the query planner of Citus.
 * Each read checks on the node that the shard has not moved. Writes, transactions and statements over all
 * shops run on the coordinator. Reads also run there if the shard or its node is unknown or unreachable.
 */
export class ShardReads {
  private readonly log = new Logger('database');
  private readonly groups = new Map<string, ShardGroup>();
  private readonly ofShops = new Map<string, ShardGroup>();
  private readonly nodes = new Map<string, NodeDatabase>();
  private readonly opening = new Map<string, Promise<void>>();
  private readonly finding = new Map<string, Promise<void>>();
  private readonly denying = new Set<string>();
  private retryFrom = -Infinity;
  /**
   * Number of reads by server. `moved` counts reads that failed on a worker node and then ran on the
   * coordinator, for example because the shard had moved or the node was unavailable.
   */
  readonly reads = { node: 0, coordinator: 0, moved: 0 };

  constructor(
    private readonly coordinator: Pick<Database, 'query'>,
    private readonly open: (node: string) => Promise<NodeDatabase>,
  ) {}

  /** Runs the statement on a worker node. Returns undefined if the statement must run on the coordinator. */
  run(context: Context, statement: Statement): Promise<StatementResult | undefined> | undefined {
    const { shop_id } = context;
    if (shop_id === undefined) return undefined;
    const group = this.ofShops.get(shop_id);
    if (!group && performance.now() > this.retryFrom) void this.find(shop_id);
    const node = group && this.nodes.get(group.node);
    const { text, values } = { ...statement, ...statement.onCitus };
    const translated = node && group.textOf(text);
    if (translated === undefined) {
      this.reads.coordinator += 1;
      return undefined;
    }
    const { onCitus: _, ...rest } = statement;
    const onShard = { ...rest, text: translated, ...(values && { values }) };
    return this.runOn(node!, group!, { context, text, onShard });
  }

  private async runOn(
    node: NodeDatabase,
    group: ShardGroup,
    { context, text, onShard }: { context: Context; text: string; onShard: Statement },
  ): Promise<StatementResult | undefined> {
    try {
      const result = await node.runAfter(guardOf(group.shard), context, onShard);
      this.reads.node += 1;
      return result;
    } catch (error) {
      const code = sqlState(error) ?? '';
      if (code === DENIED && !isServerUnavailable(error))
        return this.leaveToCoordinator(group, text, error as Error);
      if (![...MOVED, ...INVALID_TEXT].includes(code) && !isServerUnavailable(error)) throw error;
      this.reads.moved += 1;
      this.ofShops.delete(context.shop_id!);
      if (INVALID_TEXT.includes(code)) await this.excludeIfInvalid(group, context.shop_id!, text);
      return undefined;
    }
  }

  /**
   * Runs a statement on the coordinator after a worker node denied it. The coordinator also rejects the
   * statement, unless only the worker node lacks the privilege.
   */
  private leaveToCoordinator(group: ShardGroup, text: string, error: Error): undefined {
    this.reads.moved += 1;
    group.exclude(text, DENIED_MS);
    this.reportDenied(group.node, error);
  }

  private reportDenied(node: string, { message }: Error): void {
    if (this.denying.has(node)) return;
    this.denying.add(node);
    this.log.warn(
      `reads use the coordinator, because node ${node} denies them: ${message}. Compare the privileges of the node ` +
        'with those of the coordinator.',
    );
  }

  /**
   * Excludes an SQL text from shards if it failed although the shard has not moved, because the text is then
   * invalid for shards.
   */
  private async excludeIfInvalid(group: ShardGroup, shop_id: string, text: string): Promise<void> {
    await this.find(shop_id);
    if (this.ofShops.get(shop_id) !== group) return;
    group.exclude(text);
    this.log.warn(
      `a statement runs on the coordinator, because it is not valid on a shard: ${text.slice(0, 200)}`,
    );
  }

  /**
   * Queries the shards of a shop and opens their worker node. Never rejects, because the coordinator can
   * serve the shop.
   */
  find(shop_id: string): Promise<void> {
    let known = this.finding.get(shop_id);
    if (!known) {
      known = this.findNow(shop_id)
        .catch((error: Error) => this.reportFailure(error))
        .finally(() => this.finding.delete(shop_id));
      this.finding.set(shop_id, known);
    }
    return known;
  }

  private reportFailure(error: Error): void {
    this.retryFrom = performance.now() + RETRY_MS;
    this.log.debug(`reads use the coordinator, because a node was not found: ${error.message}`);
  }

  private async findNow(shop_id: string): Promise<void> {
    const [row] = await this.coordinator.query<GroupRow>({}, groupOf(shop_id));
    if (!row) return;
    const key = `${row.shard} on ${row.node}`;
    const group = this.groups.get(key) ?? new ShardGroup(row.shard, row.node, JSON.parse(row.shards));
    await this.opened(group.node);
    if (!this.groups.has(key)) await this.verify(group);
    this.groups.set(key, group);
    if (this.ofShops.size >= MAX_SHOPS) this.ofShops.clear();
    this.ofShops.set(shop_id, group);
  }

  private opened(node: string): Promise<void> {
    let known = this.opening.get(node);
    if (!known) {
      known = this.open(node).then((database) => void this.nodes.set(node, database));
      known.catch(() => this.opening.delete(node));
      this.opening.set(node, known);
    }
    return known;
  }

  private async verify(group: ShardGroup): Promise<void> {
    const node = this.nodes.get(group.node)!;
    const rows = await node.query<{ name: string }>({}, unprotected(group.names)).catch((error: Error) => {
      if (sqlState(error.cause) === DENIED) this.reportDenied(group.node, error.cause as Error);
      throw error;
    });
    if (rows.length > 0)
      throw new Error(`shards without row-level security: ${rows.map(({ name }) => name).join(', ')}`);
  }

  async close(): Promise<void> {
    await Promise.all([...this.nodes.values()].map((node) => node.close()));
  }
}
