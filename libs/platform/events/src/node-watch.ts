import type { ShopDatabase } from '@storewright/database';

export interface SilentNode {
  /** Address of the Citus node, as `host:port`. */
  node: string;
  failure: string;
}

/**
 * Shops with pending work, and Citus nodes that did not respond. Pending work on these nodes is unknown.
 */
export interface PollResult {
  shops: string[];
  silent: SilentNode[];
}

type NodeQuery = 'shops_to_serve' | 'shops_to_redact';

interface Row {
  shop_id: string | null;
  node: string;
  failure: string | null;
  state: string | null;
  due: string | null;
}

interface IdleState {
  states: string;
  /** Earliest time at which scheduled work becomes due. null if no work is scheduled. */
  until: string | null;
}

/** Maximum time in milliseconds between two full queries, even if no Citus node reports a change. */
const FULL_QUERY_AFTER_MS = 30_000;

/**
 * Polls all Citus nodes for shops with pending work. After two full queries without work and with equal node
 * states, polls only compare the states, which is much cheaper than the full query over all shards.
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
   * Polls the Citus nodes for work that is due at `at`, which defaults to the database time. Throws if no
   * node responds.
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
    // An empty result means that the states of all nodes are unchanged, because a node that runs the full
    // query always returns a row.
    if (rows.length === 0 && known) return { shops: [], silent: [] };
    this.fullQueryAt = asked;
    const look: PollResult = { shops: [], silent: [] };
    for (const { shop_id, node, failure } of rows) {
      if (failure !== null) look.silent.push({ node, failure });
      else if (shop_id !== null) look.shops.push(shop_id);
    }
    const quiet = look.shops.length + look.silent.length === 0 ? idleStateOf(rows) : undefined;
    // Polls compare node states only after two equal results, because a comparison of changing states would
    // require an additional full query.
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
