import { setTimeout } from 'node:timers/promises';
import { isLateConnection, isTooFull } from './connection-errors';
import type { MonitoredClient } from './monitored-client';
import { PreparedClient } from './prepared-client';
import { FULL_MS } from './resilient-pool';
import type { Setting, Statement, StatementResult } from './statement';
import { type DatabaseTopology, plainTopology } from './topology';

interface Slot {
  shared?: Promise<PreparedClient> | undefined;
  /** The open database connection, for sending a statement without an await. */
  ready?: PreparedClient | undefined;
  pending: number;
  usedAt: number;
  /**
   * Time until which this slot opens no new connection, because the database server had too many connections.
   */
  fullUntil: number;
}

/**
 * Maximum number of attempts to connect to a server that has too many connections, while this process has no
 * open connection.
 */
const MAX_RETRIES = 6;

/**
 * Age in milliseconds after which an idle connection is replaced, because a firewall may have dropped it
 * silently.
 */
const MAX_IDLE_MS = 60_000;

/**
 * A few connections that all requests share for short transactions. Requests do not wait for the responses of
 * earlier requests.
 */
export class PipelinedConnections {
  private readonly slots: Slot[];
  private makingRoom?: Promise<void> | undefined;

  constructor(
    /** Creates a database client. The client must have pg's option `pipeline`. */
    private readonly open: () => MonitoredClient,
    size: number,
    /**
     * Called if the server has too many connections. Closes a connection of the transaction pool if possible.
     */
    private readonly makeRoom: () => Promise<void> = () => Promise.resolve(),
    private readonly topology: DatabaseTopology = plainTopology,
  ) {
    this.slots = Array.from({ length: size }, () => ({ pending: 0, usedAt: 0, fullUntil: 0 }));
  }

  get counts(): { open: number; inUse: number } {
    const open = this.slots.filter(({ ready }) => ready !== undefined);
    return { open: open.length, inUse: open.filter(({ pending }) => pending > 0).length };
  }

  /**
   * Opens the first connection early, so that no other client uses the last free connection of the server.
   */
  async reserve(): Promise<void> {
    const slot = this.slots[0]!;
    await this.connectionOf(slot).catch(() => undefined);
    slot.usedAt = performance.now();
  }

  /**
   * Allows all shared connections to reopen immediately, even if the server recently had too many
   * connections.
   */
  restore(): void {
    for (const slot of this.slots) slot.fullUntil = 0;
  }

  /** Closes an unused connection if several connections are open. Returns true if a connection was closed. */
  closeOne(): boolean {
    const open = this.slots.filter(({ shared }) => shared !== undefined);
    const slot = open.find(({ pending }) => pending === 0);
    if (open.length < 2 || !slot) return false;
    slot.fullUntil = performance.now() + FULL_MS;
    this.forget(slot);
    return true;
  }

  run(settings: readonly Setting[], statement: Statement): Promise<StatementResult> {
    return this.on((connection) => connection.run(settings, statement));
  }

  runAll(settings: readonly Setting[], statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.on((connection) => connection.runAll(settings, statements));
  }

  private async on<T>(work: (connection: PreparedClient) => Promise<T>): Promise<T> {
    const slot = this.leastBusy();
    if (slot.shared && slot.pending === 0 && performance.now() - slot.usedAt > MAX_IDLE_MS) this.forget(slot);
    slot.pending += 1;
    let shared: PreparedClient | undefined;
    try {
      shared = slot.ready ?? (await this.connectionOf(slot));
      return await work(shared);
    } finally {
      if (shared?.isStale && slot.ready === shared) this.forget(slot);
      slot.pending -= 1;
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
      if (best?.pending === 0) break;
      if (!slot.shared && slot.fullUntil > 0 && slot.fullUntil > performance.now()) continue;
      if (!best || slot.pending < best.pending) best = slot;
    }
    return best ?? this.slots[0]!;
  }

  /**
   * Returns a shared connection for a statement. While the server has too many connections, returns a
   * different open connection. If no connection is open, closes a connection of the transaction pool and
   * retries.
   */
  private async connectionOf(slot: Slot): Promise<PreparedClient> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await (slot.shared ??= this.connect(slot));
      } catch (error) {
        const isLate = isLateConnection(error);
        if ((!isLate && !isTooFull(error)) || attempt === MAX_RETRIES) throw error;
        slot.fullUntil = performance.now() + FULL_MS;
        const open = this.slots.find(({ ready }) => ready !== undefined);
        if (open) return open.ready!;
        if (isLate) throw error;
      }
      await (this.makingRoom ??= this.makeRoom()
        .catch(() => undefined)
        .finally(() => (this.makingRoom = undefined)));
      // Retries, because after the close of a connection the server counts the connection for a short time.
      await setTimeout(10 * 2 ** attempt);
    }
  }

  private connect(slot: Slot): Promise<PreparedClient> {
    const client = this.open();
    const connected = client.connect().then(() => new PreparedClient(client, this.topology));
    const clear = () => {
      if (slot.shared === connected) slot.shared = slot.ready = undefined;
    };
    client.on('error', clear);
    client.on('end', clear);
    connected.then((shared) => {
      if (slot.shared === connected) slot.ready = shared;
    }, clear);
    return connected;
  }

  private forget(slot: Slot): void {
    const { shared } = slot;
    slot.shared = slot.ready = undefined;
    void shared?.then(({ client }) => client.end()).catch(() => undefined);
  }
}
