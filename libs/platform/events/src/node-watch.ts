// Written in SQL: queries all nodes of a cluster for shops with pending work.
import type { ShopDatabase } from '@storewright/database';

/** A cluster node that did not respond. */
export interface SilentNode {
  /** Address of the cluster node, as `host:port`. */
  node: string;
  failure: string;
}

/** Shops with pending work, and nodes that did not respond, whose shops are unknown. */
export interface PollResult {
  shops: string[];
  silent: SilentNode[];
}

/** Name of a database function that every node runs. */
type NodeQuery = 'shops_to_serve' | 'shops_to_redact';

interface Row {
  shop_id: string | null;
  node: string;
  failure: string | null;
  state: string | null;
  due: string | null;
}

/** State of the nodes that the poller remembers after a poll without a result. */
interface IdleState {
  /** States of all cluster nodes, as JSON text. */
  states: string;
  /** Earliest time at which pending work becomes due. */
  until: string | null;
}

/** Maximum interval between full queries, even if no node reports a change. */
const FULL_QUERY_AFTER_MS = 30_000;

/**
 * Repeats a query on all nodes of a cluster. Planning the query over all shards costs much more than
 * comparing states. After two polls without a result and with equal states, the next polls only compare
 * states.
 */
export class NodeWatch {
  private last?: IdleState | undefined;
  private known?: IdleState | undefined;
  private fullQueryAt = 0;

  constructor(
    private readonly what: NodeQuery,
    private readonly now = () => performance.now(),
  ) {}

  /**
   * Queries the nodes. `at` is the time by which work must be due, by default the time of the database.
   * Throws if no node responds.
   */
  async poll(database: Pick<ShopDatabase, 'query'>, at?: Date): Promise<PollResult> {
    const [asked, known] = [
      this.now(),
      this.now() - this.fullQueryAt < FULL_QUERY_AFTER_MS ? this.known : undefined,
    ];
    const rows = await database.query<Row>(
      {},
      {
        name: `watch-${this.what}`,
        text: `SELECT shop_id, node, failure, state, due FROM shop.watch_nodes('${this.what}',
                coalesce($1::timestamptz, now()), $2::jsonb, $3::timestamptz)`,
        values: [at ?? null, known?.states ?? null, known?.until ?? null],
      },
    );
    // A node that runs the full query always returns a row.
    if (rows.length === 0 && known) return { shops: [], silent: [] };
    this.fullQueryAt = asked;
    const look: PollResult = { shops: [], silent: [] };
    for (const { shop_id, node, failure } of rows) {
      if (failure !== null) look.silent.push({ node, failure });
      else if (shop_id !== null) look.shops.push(shop_id);
    }
    const quiet = look.shops.length + look.silent.length === 0 ? idleStateOf(rows) : undefined;
    // Compares states only after two equal polls. While states keep changing, comparing first would double
    // the queries.
    this.known = quiet && quiet.states === this.last?.states ? quiet : undefined;
    this.last = quiet;
    return look;
  }
}

function idleStateOf(rows: readonly Row[]): IdleState | undefined {
  const states = new Map<string, string>();
  for (const { node, state } of rows) if (state !== null) states.set(node, state);
  if (states.size === 0) return undefined;
  const [until] = rows.flatMap(({ due }) => due ?? []).toSorted();
  return { states: JSON.stringify(Object.fromEntries([...states].toSorted())), until: until ?? null };
}
