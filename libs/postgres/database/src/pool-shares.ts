import { atLimit, DatabaseError } from '@storewright/postgres-driver';
import type { Context } from './context';

/**
 * Time in milliseconds for which a shop or a credential counts as active after a request for a connection.
 */
const RECENT_MS = 1_000;

/** Maximum wait of a transaction for a connection, in milliseconds. */
const MAX_WAIT_MS = 5_000;

/** Minimum size of a connection pool that keeps one connection in reserve for a further shop. */
const MIN_FOR_RESERVE = 4;

export interface Place {
  share: Share;
  line: Line;
}

interface Waiting {
  resolve(place: Place): void;
}

interface Line {
  name: string;
  running: number;
  waiting: Set<Waiting>;
}

interface Share {
  name: string;
  running: number;
  waiting: number;
  lines: Map<string, Line>;
  recent: Recent;
}

/** Detects whether several shops or several credentials have requested a connection within `RECENT_MS`. */
class Recent {
  private last?: string;
  private changedAt = -Infinity;

  use(name: string, now: number): void {
    if (name === this.last) return;
    if (this.last !== undefined) this.changedAt = now;
    this.last = name;
  }

  areSeveral(now: number): boolean {
    return now - this.changedAt < RECENT_MS;
  }
}

export interface PoolSharesOptions {
  size: () => number;
  waited?: (ms: number) => void;
  maxWaitMs?: number;
  now?: () => number;
}

/**
 * Divides the connections of a pool fairly between shops, and the connections of a shop between credentials
 * (docs/adr/locks.md).
 *
 * A shop may use all connections but one while no other shop is active. While several shops are active, a
 * shop gets a further connection only if it has fewer connections than the pool has free connections. The
 * pool serves the waiting shop with the fewest connections first. A shop whose transactions block each other
 * therefore leaves connections to the other shops.
 */
export class PoolShares {
  private readonly shares = new Map<string, Share>();
  private readonly recent = new Recent();
  private readonly now: () => number;
  private running = 0;
  waiting = 0;

  constructor(private readonly options: PoolSharesOptions) {
    this.now = options.now ?? (() => performance.now());
  }

  /**
   * Returns the permission to use a connection. If the shop must wait, returns a promise, which rejects with
   * `pool_exhausted` after `maxWaitMs`.
   */
  enter(context: Context): Place | Promise<Place> {
    const now = this.now();
    const share = this.shareOf(context.shop_id ?? context.owner_id ?? '');
    const line = lineOf(share, context.client ?? '');
    this.recent.use(share.name, now);
    share.recent.use(line.name, now);
    if (line.waiting.size === 0 && this.mayRun(share, line, now)) return this.start(share, line);
    return this.wait(share, line, now);
  }

  /**
   * Takes back the permission to use a connection. Call this method only after the connection is back in the
   * pool.
   */
  leave({ share, line }: Place): void {
    this.running -= 1;
    share.running -= 1;
    line.running -= 1;
    this.forgetEmpty(share, line);
    if (this.waiting > 0) this.startWaiting();
  }

  private mayRun(share: Share, line: Line, now: number): boolean {
    const free = this.options.size() - this.running;
    if (free <= 0) return false;
    // A transaction without a shop or person is internal work of the service. Internal work can use the whole
    // pool.
    if (share.name === '') return true;
    const most = this.mostOf(share, free, now);
    return share.running < most && line.running < mostOfLine(share, line, most, now);
  }

  private mostOf(share: Share, free: number, now: number): number {
    if (this.recent.areSeveral(now)) return Math.max(1, Math.ceil((share.running + free) / 2));
    return lessReserve(this.options.size());
  }

  private wait(share: Share, line: Line, since: number): Promise<Place> {
    const { waited, maxWaitMs = MAX_WAIT_MS } = this.options;
    this.count(share, 1);
    return new Promise((resolve, reject) => {
      const end = () => {
        cancel();
        line.waiting.delete(waiting);
        this.count(share, -1);
        waited?.(this.now() - since);
      };
      const waiting: Waiting = {
        resolve: (place) => {
          end();
          resolve(place);
        },
      };
      const cancel = atLimit(maxWaitMs, () => {
        end();
        this.forgetEmpty(share, line);
        reject(new DatabaseError('pool_exhausted'));
      });
      line.waiting.add(waiting);
    });
  }

  private startWaiting(): void {
    const now = this.now();
    for (let next = this.next(now); next; next = this.next(now)) {
      const { share, line } = next;
      const [waiting] = line.waiting;
      waiting!.resolve(this.start(share, line));
    }
  }

  /**
   * Returns the next transaction that gets a connection: of the shop with the fewest connections, and within
   * this shop of the credential with the fewest connections.
   */
  private next(now: number): Place | undefined {
    let best: Place | undefined;
    for (const share of this.shares.values()) {
      if (share.waiting === 0 || (best && share.running >= best.share.running)) continue;
      let fewest: Line | undefined;
      for (const line of share.lines.values()) {
        if (line.waiting.size === 0 || (fewest && line.running >= fewest.running)) continue;
        if (this.mayRun(share, line, now)) fewest = line;
      }
      if (fewest) best = { share, line: fewest };
    }
    if (!best) return undefined;
    // Moves the shop and the credential to the end of the queue. Shops with the same number of connections
    // are therefore served in turn.
    this.shares.delete(best.share.name);
    this.shares.set(best.share.name, best.share);
    best.share.lines.delete(best.line.name);
    best.share.lines.set(best.line.name, best.line);
    return best;
  }

  private start(share: Share, line: Line): Place {
    this.running += 1;
    share.running += 1;
    line.running += 1;
    return { share, line };
  }

  private count(share: Share, more: 1 | -1): void {
    share.waiting += more;
    this.waiting += more;
  }

  private shareOf(name: string): Share {
    let share = this.shares.get(name);
    if (!share) {
      share = { name, running: 0, waiting: 0, lines: new Map(), recent: new Recent() };
      this.shares.set(name, share);
    }
    return share;
  }

  private forgetEmpty(share: Share, line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) share.lines.delete(line.name);
    if (share.lines.size === 0) this.shares.delete(share.name);
  }
}

/**
 * Keeps one connection of the pool in reserve, so that the next active shop gets a connection immediately.
 */
const lessReserve = (count: number) => (count < MIN_FOR_RESERVE ? count : count - 1);

function mostOfLine({ recent }: Share, { name }: Line, most: number, now: number): number {
  if (name === '') return most;
  return recent.areSeveral(now) ? Math.max(1, Math.ceil(most / 2)) : most;
}

function lineOf(share: Share, name: string): Line {
  let line = share.lines.get(name);
  if (!line) share.lines.set(name, (line = { name, running: 0, waiting: new Set() }));
  return line;
}
