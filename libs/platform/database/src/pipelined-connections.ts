import { escapeIdentifier, type QueryResult } from 'pg';
import type { Row } from '@storewright/json-api';
import { literal } from './literal';
import type { WatchedClient } from './watched-client';

/** A statement of fixed text, its values apart. It is prepared on each connection; the name is for people who look at the server. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
  /** How it is to be planned, where the statistics of tables must not decide: its joins merge sets that an index has in order. */
  joins?: 'merge';
}

/** What Postgres answered. */
export interface StatementResult {
  rows: Row[];
  rowCount: number | null;
  command: string;
}

/** For the one transaction. A plan is made, and made anew, by an EXECUTE that stands behind it. */
export const mergeJoins = 'SET LOCAL enable_nestloop=off;SET LOCAL enable_hashjoin=off;';

interface Shared {
  client: WatchedClient;
  /** By text: what is prepared on this connection. */
  prepared: Map<string, Prepared>;
  /** How many were prepared on it so far. */
  count: number;
}

interface Prepared {
  /** As SQL writes it. */
  name: string;
  /** Why Postgres would not prepare it. */
  failure?: unknown;
}

interface Slot {
  shared?: Promise<Shared>;
  waiting: number;
  usedAt: number;
}

/** A connection that was not used for so long is replaced, in ms: what stands between may have forgotten it, and would not say so. */
const idleMs = 60_000;

/** Each costs the server process memory for its plan, and searches come in many shapes: the oldest one makes room. */
const MAX_PREPARED = 256;

/** SQLSTATE invalid_sql_statement_name. */
const notPrepared = '26000';

/**
 * A few connections that many requests share, for transactions of one statement. The settings of the tenant and the prepared statement are
 * one message of the simple protocol, which Postgres runs as one transaction: one round trip, undone as a whole by an error, and over
 * before the next message begins, so nobody ever runs in another's context. Messages go out without waiting for earlier answers.
 */
export class PipelinedConnections {
  private readonly slots: Slot[];

  constructor(
    /** `pipeline`. */
    private readonly open: () => WatchedClient,
    size: number,
  ) {
    this.slots = Array.from({ length: size }, () => ({ waiting: 0, usedAt: 0 }));
  }

  /** Runs the statement in a transaction that starts with `settings` (SQL). */
  async run(settings: string, statement: Statement): Promise<StatementResult> {
    const slot = this.leastBusy();
    if (slot.shared && slot.waiting === 0 && performance.now() - slot.usedAt > idleMs) this.forget(slot);
    slot.waiting += 1;
    let prepared: Prepared | undefined;
    try {
      const shared = await (slot.shared ??= this.connect(slot));
      cork(shared.client);
      prepared = shared.prepared.get(statement.text) ?? prepare(shared, statement);
      const planning = statement.joins === 'merge' ? mergeJoins : '';
      const execute = `${settings}${planning}EXECUTE ${prepared.name}${parameters(statement.values)}`;
      const results = (await shared.client.query<Row>(execute)) as QueryResult<Row> | QueryResult<Row>[];
      return Array.isArray(results) ? results.at(-1)! : results;
    } catch (error) {
      if ((error as { code?: string }).code !== notPrepared) throw error;
      // The next one starts anew; the reason came with the answer to PREPARE.
      this.forget(slot);
      throw prepared?.failure ?? error;
    } finally {
      slot.waiting -= 1;
      slot.usedAt = performance.now();
    }
  }

  async close(): Promise<void> {
    const open = this.slots.map(({ shared }) => shared);
    this.slots.forEach((slot) => (slot.shared = undefined));
    await Promise.allSettled(open.map(async (shared) => (await shared)?.client.end()));
  }

  private leastBusy(): Slot {
    let best = this.slots[0]!;
    for (const slot of this.slots) {
      if (best.waiting === 0) break;
      if (slot.waiting < best.waiting) best = slot;
    }
    return best;
  }

  private connect(slot: Slot): Promise<Shared> {
    const client = this.open();
    const connected = client
      .connect()
      .then(() => ({ client, prepared: new Map<string, Prepared>(), count: 0 }));
    const gone = () => {
      if (slot.shared === connected) slot.shared = undefined;
    };
    client.on('error', gone);
    client.on('end', gone);
    connected.catch(gone);
    return connected;
  }

  private forget(slot: Slot): void {
    const { shared } = slot;
    slot.shared = undefined;
    void shared?.then(({ client }) => client.end()).catch(() => undefined);
  }
}

function prepare(shared: Shared, { name = 'statement', text }: Statement): Prepared {
  const { client, prepared } = shared;
  shared.count += 1;
  const made: Prepared = { name: escapeIdentifier(`${name.slice(0, 50)} ${shared.count}`) };
  prepared.set(text, made);
  client.query(`PREPARE ${made.name} AS ${text}`).catch((error: unknown) => (made.failure = error));
  if (prepared.size > MAX_PREPARED) forgetOldest(shared);
  return made;
}

/** Behind everything that was sent to execute it. */
function forgetOldest({ client, prepared }: Shared): void {
  const [text, { name }] = prepared.entries().next().value!;
  prepared.delete(text);
  client.query(`DEALLOCATE ${name}`).catch(() => undefined);
}

function parameters(values: readonly unknown[] = []): string {
  return values.length ? `(${values.map(literal).join()})` : '';
}

/** A connection, as far as `cork` goes; pg's types leave its stream out. */
export type Corkable = object;

const corked = new WeakSet<object>();

/** A system call costs more than everything else here, so the socket is written once for all that is asked in this turn of the event loop. */
export function cork(client: Corkable): void {
  if (corked.has(client)) return;
  corked.add(client);
  const { stream } = (client as { connection: { stream: { cork(): void; uncork(): void } } }).connection;
  stream.cork();
  setImmediate(() => {
    corked.delete(client);
    stream.uncork();
  });
}
