import { setTimeout } from 'node:timers/promises';
import { escapeIdentifier, type QueryResult } from 'pg';
import type { Row } from '@storewright/json-api';
import { isTooFull } from './database-errors';
import { literal } from './literal';
import { fullForMs } from './steady-pool';
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
  shared?: Promise<Shared> | undefined;
  /** The same, once it is open: what is asked goes out at once. */
  ready?: Shared | undefined;
  waiting: number;
  usedAt: number;
  /** Not to be connected before then: the server was full. */
  fullUntil: number;
}

/** How many times a connection is asked for where there is none. */
const attemptsWhereFull = 6;

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
  private makingRoom?: Promise<void> | undefined;

  constructor(
    /** `pipeline`. */
    private readonly open: () => WatchedClient,
    size: number,
    /** Where the server has no place for one more: makes one, if it can. */
    private readonly makeRoom: () => Promise<void> = () => Promise.resolve(),
  ) {
    this.slots = Array.from({ length: size }, () => ({ waiting: 0, usedAt: 0, fullUntil: 0 }));
  }

  /** Makes the first connection before it is needed, so that no other takes its place on a server that is nearly full. */
  async reserve(): Promise<void> {
    const slot = this.slots[0]!;
    await this.connectionOf(slot).catch(() => undefined);
    slot.usedAt = performance.now();
  }

  /** Ends one of several connections that nobody uses just now. Whether there was one. */
  giveRoom(): boolean {
    const open = this.slots.filter(({ shared }) => shared !== undefined);
    const slot = open.find(({ waiting }) => waiting === 0);
    if (open.length < 2 || !slot) return false;
    slot.fullUntil = performance.now() + fullForMs;
    this.forget(slot);
    return true;
  }

  /** Runs the statement in a transaction that starts with `settings` (SQL). */
  async run(settings: string, statement: Statement): Promise<StatementResult> {
    const slot = this.leastBusy();
    if (slot.shared && slot.waiting === 0 && performance.now() - slot.usedAt > idleMs) this.forget(slot);
    slot.waiting += 1;
    let prepared: Prepared | undefined;
    try {
      const shared = slot.ready ?? (await this.connectionOf(slot));
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
    this.slots.forEach((slot) => (slot.shared = slot.ready = undefined));
    await Promise.allSettled(open.map(async (shared) => (await shared)?.client.end()));
  }

  private leastBusy(): Slot {
    let best: Slot | undefined;
    for (const slot of this.slots) {
      if (best?.waiting === 0) break;
      if (!slot.shared && slot.fullUntil > 0 && slot.fullUntil > performance.now()) continue;
      if (!best || slot.waiting < best.waiting) best = slot;
    }
    return best ?? this.slots[0]!;
  }

  /** While the server is full, one of those that are open; where none is, one that another gave up. */
  private async connectionOf(slot: Slot): Promise<Shared> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await (slot.shared ??= this.connect(slot));
      } catch (error) {
        if (!isTooFull(error) || attempt === attemptsWhereFull) throw error;
        slot.fullUntil = performance.now() + fullForMs;
      }
      const open = this.slots.find(({ ready }) => ready !== undefined);
      if (open) return open.ready!;
      await (this.makingRoom ??= this.makeRoom()
        .catch(() => undefined)
        .finally(() => (this.makingRoom = undefined)));
      // The server counts a connection for a moment after it has ended.
      await setTimeout(10 * 2 ** attempt);
    }
  }

  private connect(slot: Slot): Promise<Shared> {
    const client = this.open();
    const connected = client
      .connect()
      .then(() => ({ client, prepared: new Map<string, Prepared>(), count: 0 }));
    const gone = () => {
      if (slot.shared === connected) slot.shared = slot.ready = undefined;
    };
    client.on('error', gone);
    client.on('end', gone);
    connected.then((shared) => {
      if (slot.shared === connected) slot.ready = shared;
    }, gone);
    return connected;
  }

  private forget(slot: Slot): void {
    const { shared } = slot;
    slot.shared = slot.ready = undefined;
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
