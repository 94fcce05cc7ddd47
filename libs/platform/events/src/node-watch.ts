// SQL: asks the nodes of a cluster for shops, where something may be new.
import type { ShopDatabase } from '@storewright/database';

/** A node of a cluster that gave no answer. */
export interface SilentNode {
  /** `host:port`. */
  node: string;
  failure: string;
}

/** The shops in which there is something to do, and the nodes whose shops are not known. */
export interface PollResult {
  shops: string[];
  silent: SilentNode[];
}

/** What is asked of all nodes; by the name of its function. */
type NodeQuery = 'shops_to_serve' | 'shops_to_redact';

interface Row {
  shop_id: string | null;
  node: string;
  failure: string | null;
  state: string | null;
  due: string | null;
}

/** What a look saw that found nothing. */
interface IdleState {
  /** Of every node, as JSON. */
  states: string;
  /** Until then, by whatever the rows say that were there. */
  until: string | null;
}

/** Whatever the nodes say of themselves, they are asked in full again after so long, ms. */
const FULL_QUERY_AFTER_MS = 30_000;

/**
 * A question to all nodes of a cluster that is asked again and again. To plan it over all shards costs a node much more than to say whether it has changed: where a look found
 * nothing, and another one after it saw the same rows, the next ones ask for this alone.
 */
export class NodeWatch {
  private last?: IdleState | undefined;
  private known?: IdleState | undefined;
  private fullQueryAt = 0;

  constructor(
    private readonly what: NodeQuery,
    private readonly now = () => performance.now(),
  ) {}

  /** `at`: when what waits for its time is due; absent: by the clock of the database. Throws where no node answers. */
  async poll(database: Pick<ShopDatabase, 'query'>, at?: Date): Promise<PollResult> {
    const [asked, known] = [
      this.now(),
      this.now() - this.fullQueryAt < FULL_QUERY_AFTER_MS ? this.known : undefined,
    ];
    const rows = await database.query<Row>(
      {},
      {
        name: `watch-${this.what}`,
        text: `SELECT shop_id, node, failure, state, due FROM shop.watch_nodes('${this.what}', coalesce($1::timestamptz, now()), $2::jsonb, $3::timestamptz)`,
        values: [at ?? null, known?.states ?? null, known?.until ?? null],
      },
    );
    // Every node that is asked in full says something.
    if (rows.length === 0 && known) return { shops: [], silent: [] };
    this.fullQueryAt = asked;
    const look: PollResult = { shops: [], silent: [] };
    for (const { shop_id, node, failure } of rows) {
      if (failure !== null) look.silent.push({ node, failure });
      else if (shop_id !== null) look.shops.push(shop_id);
    }
    const quiet = look.shops.length + look.silent.length === 0 ? idleStateOf(rows) : undefined;
    // Where something happens all the time, it would be asked for twice.
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
