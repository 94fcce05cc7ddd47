import { AsyncLocalStorage } from 'node:async_hooks';
import { within } from './time-limit';

/** Limit for the sum of the waits of one request for database connections, in milliseconds (docs/contract.md §8.3). */
export const MAX_CONNECTION_WAITS_MS = 4_500;

/** Adds up how long one request waits for connections, of whichever database. Waits at the same time count once. */
export class ConnectionWaits {
  private spentMs = 0;
  private pending = 0;
  private since = 0;
  private isOver = false;

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** Runs the work as a part of the request. */
  run<T>(work: () => T): T {
    return current.run(this, work);
  }

  /** The waits of the request that the caller works for. Undefined outside of requests and once the response has begun. */
  static get current(): ConnectionWaits | undefined {
    const waits = current.getStore();
    return waits?.isOver ? undefined : waits;
  }

  /** Time that the request may still wait, in milliseconds. */
  get leftMs(): number {
    const pendingMs = this.pending > 0 ? this.now() - this.since : 0;
    return Math.max(0, MAX_CONNECTION_WAITS_MS - this.spentMs - pendingMs);
  }

  /** Returns what to call when the wait ends. */
  begin(): () => void {
    if (this.pending === 0) this.since = this.now();
    this.pending += 1;
    return () => {
      this.pending -= 1;
      if (this.pending === 0) this.spentMs += this.now() - this.since;
    };
  }

  /** The response has begun: a stream, or work that outlives the request, waits without this limit. */
  close(): void {
    this.isOver = true;
  }
}

const current = new AsyncLocalStorage<ConnectionWaits>();

/** Resolves to the connection, or rejects when the request has no time left to wait for it. */
export async function withinRequest<T>(connection: Promise<T>): Promise<T> {
  const waits = ConnectionWaits.current;
  if (!waits) return connection;
  const end = waits.begin();
  try {
    return await within(waits.leftMs, 'the connections of this request', connection);
  } finally {
    end();
  }
}
