import { setTimeout } from 'node:timers/promises';
import type { DatabaseKind, DatabasePooler } from '@storewright/config';
import { isLateConnection, isTooFull } from './database-errors';
import { PreparedClient, type Statement, type StatementResult } from './prepared-client';
import type { Setting } from './settings';
import { fullForMs } from './steady-pool';
import type { WatchedClient } from './watched-client';

interface Slot {
  shared?: Promise<PreparedClient> | undefined;
  /** The same, once it is open: what is asked goes out at once. */
  ready?: PreparedClient | undefined;
  waiting: number;
  usedAt: number;
  /** Not to be connected before then: the server was full. */
  fullUntil: number;
}

/** How many times a connection is asked for where there is none. */
const attemptsWhereFull = 6;

/** A connection that was not used for so long is replaced, in ms: what stands between may have forgotten it, and would not say so. */
const idleMs = 60_000;

/** A few connections that many requests share, for transactions of one statement, each one message. They go out without waiting for earlier answers. */
export class PipelinedConnections {
  private readonly slots: Slot[];
  private makingRoom?: Promise<void> | undefined;

  constructor(
    /** `pipeline`. */
    private readonly open: () => WatchedClient,
    size: number,
    /** Where the server has no place for one more: makes one, if it can. */
    private readonly makeRoom: () => Promise<void> = () => Promise.resolve(),
    private readonly kind: DatabaseKind = 'postgres',
    private readonly pooler: DatabasePooler = 'none',
  ) {
    this.slots = Array.from({ length: size }, () => ({ waiting: 0, usedAt: 0, fullUntil: 0 }));
  }

  /** How many there are, and on how many somebody waits for an answer. */
  get counts(): { open: number; inUse: number } {
    const open = this.slots.filter(({ ready }) => ready !== undefined);
    return { open: open.length, inUse: open.filter(({ waiting }) => waiting > 0).length };
  }

  /** Makes the first connection before it is needed, so that no other takes its place on a server that is nearly full. */
  async reserve(): Promise<void> {
    const slot = this.slots[0]!;
    await this.connectionOf(slot).catch(() => undefined);
    slot.usedAt = performance.now();
  }

  /** Lets every slot connect at once, even if the server reported that it was full. */
  restore(): void {
    for (const slot of this.slots) slot.fullUntil = 0;
  }

  /** Closes an unused connection if several are open. Returns whether a connection was closed. */
  giveRoom(): boolean {
    const open = this.slots.filter(({ shared }) => shared !== undefined);
    const slot = open.find(({ waiting }) => waiting === 0);
    if (open.length < 2 || !slot) return false;
    slot.fullUntil = performance.now() + fullForMs;
    this.forget(slot);
    return true;
  }

  /** Runs the statement in a transaction with these settings. */
  run(settings: readonly Setting[], statement: Statement): Promise<StatementResult> {
    return this.on((connection) => connection.run(settings, statement));
  }

  /** Runs them one after another in one transaction, likewise; all go out at once. */
  runAll(settings: readonly Setting[], statements: readonly Statement[]): Promise<StatementResult[]> {
    return this.on((connection) => connection.runAll(settings, statements));
  }

  private async on<T>(work: (connection: PreparedClient) => Promise<T>): Promise<T> {
    const slot = this.leastBusy();
    if (slot.shared && slot.waiting === 0 && performance.now() - slot.usedAt > idleMs) this.forget(slot);
    slot.waiting += 1;
    let shared: PreparedClient | undefined;
    try {
      shared = slot.ready ?? (await this.connectionOf(slot));
      return await work(shared);
    } finally {
      // The next one starts anew.
      if (shared?.isStale && slot.ready === shared) this.forget(slot);
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
  private async connectionOf(slot: Slot): Promise<PreparedClient> {
    for (let attempt = 0; ; attempt += 1) {
      try {
        return await (slot.shared ??= this.connect(slot));
      } catch (error) {
        const isLate = isLateConnection(error);
        if ((!isLate && !isTooFull(error)) || attempt === attemptsWhereFull) throw error;
        slot.fullUntil = performance.now() + fullForMs;
        const open = this.slots.find(({ ready }) => ready !== undefined);
        if (open) return open.ready!;
        if (isLate) throw error;
      }
      await (this.makingRoom ??= this.makeRoom()
        .catch(() => undefined)
        .finally(() => (this.makingRoom = undefined)));
      // The server counts a connection for a moment after it has ended.
      await setTimeout(10 * 2 ** attempt);
    }
  }

  private connect(slot: Slot): Promise<PreparedClient> {
    const client = this.open();
    const connected = client.connect().then(() => new PreparedClient(client, this.kind, this.pooler));
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
