/**
 * The client to whom the scheduler attributes a request: a credential of a shop, or a client address without
 * an authenticated credential.
 */
export interface Origin {
  share: string;
  /** Id of the installation or access token. Absent for a client address. */
  credential?: string;
}

/**
 * A request whose body has arrived. The queue calls either `start` or `refuse`, and calls neither if the
 * client has disconnected.
 */
export interface QueuedRequest {
  start(): void;
  refuse(): void;
  isAbandoned(): boolean;
}

export interface FairQueueOptions {
  /** Number of slots: the maximum number of requests that run or wait. */
  places: number;
  /** Returns the current time in milliseconds. */
  now?: () => number;
}

/** Maximum number of requests that run at once. This many use one processor and all database connections. */
const MAX_RUNNING = 64;

/** Minimum of the concurrency limit, which is lowered while several shops compete and the process is busy. */
const MIN_RUNNING = 8;

/** Number of slots that each shop or client address can use, even if fewer slots are free. */
const MIN_PER_SHARE = 4;

/** Event loop utilization, from 0 to 1, above which the process is busy. */
const BUSY_UTILIZATION = 0.95;

/** Median event loop lag in milliseconds above which fewer requests should run concurrently. */
const SLOW_LAG_MS = 1.5;

/** Time in milliseconds within which requests of two shops or client addresses count as competing. */
const SHARED_WINDOW_MS = 1_000;

/**
 * Maximum number of waiting requests per credential. Above it, the server stops reading the connections of
 * the credential.
 */
export const MAX_WAITING_PER_CREDENTIAL = 32;

/** Maximum number of waiting requests in a short burst. A longer queue can mean overload. */
export const BURST_SIZE = 200;

/**
 * Time in milliseconds after which a queue longer than BURST_SIZE means overload, because requests arrive
 * faster than the process serves them.
 */
export const STANDING_AFTER_MS = 2_000;

/**
 * Maximum waiting time of a request in milliseconds. `standing` applies if the shop or client address is
 * overloaded.
 */
const MAX_WAIT_MS = { standing: 500, normal: 5_000 };

interface Waiting {
  since: number;
  request: QueuedRequest;
}

interface Line {
  name: string;
  running: number;
  waiting: Waiting[];
}

interface Share {
  name: string;
  running: number;
  waiting: number;
  lines: Map<string, Line>;
  /** Time since which more than BURST_SIZE requests have been waiting. Undefined for a shorter queue. */
  longSince: number | undefined;
}

/**
 * Schedules requests fairly and decides which requests to reject (docs/adr/admission.md). A shop or client
 * address can use a further slot while it uses fewer slots than are free, and a credential of a shop while it
 * uses fewer than half of the free slots. A flood therefore leaves slots free. Shops take turns, and
 * so do the credentials of a shop.
 */
export class FairQueue {
  private readonly shares = new Map<string, Share>();
  /**
   * Shops and client addresses with waiting requests. The first in the set has waited longest for its turn.
   */
  private readonly queued = new Set<Share>();
  private readonly maxRunning: number;
  private runningLimit: number;
  private lastShare?: string;
  /** Time of the last request whose shop or client address differed from that of the request before. */
  private shareChangedAt = -Infinity;
  private readonly places: number;
  private readonly now: () => number;
  private running = 0;
  private waiting = 0;
  private hasPendingConnections = false;

  constructor({ places, now = () => performance.now() }: FairQueueOptions) {
    this.places = places;
    this.maxRunning = this.runningLimit = Math.min(MAX_RUNNING, places);
    this.now = now;
  }

  get isIdle(): boolean {
    return this.running + this.waiting === 0;
  }

  /**
   * True if no requests run or wait and the concurrency limit is at its maximum. `adapt` then has no effect.
   */
  get isSettled(): boolean {
    return this.isIdle && this.runningLimit === this.maxRunning;
  }

  get isShared(): boolean {
    return this.now() - this.shareChangedAt < SHARED_WINDOW_MS;
  }

  get counts(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting };
  }

  /**
   * Returns how many more requests of a credential can wait. If this is zero or less, the server must stop
   * reading the connections of the credential.
   */
  waitingRoomOf(origin: Origin): number {
    if (!this.hasRoom(origin)) return 0;
    const line = this.shares.get(origin.share)?.lines.get(origin.credential ?? '');
    return MAX_WAITING_PER_CREDENTIAL - (line?.waiting.length ?? 0);
  }

  hasRoom({ share: name, credential = '' }: Origin): boolean {
    const freePlaces = this.places - this.running - this.waiting;
    const share = this.shares.get(name);
    if (freePlaces <= 0 || !share) return freePlaces > 0;
    const line = share.lines.get(credential);
    return (
      isFair(share.running + share.waiting, freePlaces) &&
      (!line || isFair(line.running + line.waiting.length, freePlacesOf(line, freePlaces)))
    );
  }

  /** Starts, queues or rejects a request. The caller must call `leave` for a started request. */
  enter(origin: Origin, request: QueuedRequest): void {
    if (origin.share !== this.lastShare) {
      if (this.lastShare !== undefined) this.shareChangedAt = this.now();
      this.lastShare = origin.share;
    }
    if (!this.hasRoom(origin)) return request.refuse();
    const share = this.shareOf(origin);
    const line = lineOf(share, origin);
    if (share.waiting === 0 && this.canRun(share, line)) return this.start(share, line, request);
    line.waiting.push({ since: this.now(), request });
    this.queued.add(share);
    this.addWaiting(share, 1);
    // A new request can start before waiting requests if only the other credentials of the shop have used up
    // their fair share of slots.
    this.startNext();
  }

  /** Frees the slot of a started request. The caller must do so when the response is created. */
  leave(origin: Origin): void {
    const share = this.shareOf(origin);
    const line = lineOf(share, origin);
    this.running -= 1;
    share.running -= 1;
    line.running -= 1;
    this.deleteEmpty(share, line);
    this.startNext();
  }

  /** Rejects requests that have waited too long. Must be called at intervals while requests wait. */
  refuseExpired(): void {
    const now = this.now();
    for (const share of this.queued) {
      const isStanding = share.longSince !== undefined && now - share.longSince > STANDING_AFTER_MS;
      const latest = now - (isStanding ? MAX_WAIT_MS.standing : MAX_WAIT_MS.normal);
      for (const line of share.lines.values())
        while (line.waiting.length > 0 && line.waiting[0]!.since < latest) this.refuseNext(share, line);
    }
  }

  /**
   * Adapts the concurrency limit to the load. Must be called at intervals while requests run. `utilization`
   * is the event loop utilization since the last call, from 0 to 1. `lagMs` is the median event loop lag in
   * milliseconds.
   */
  adapt({ utilization, lagMs }: { utilization: number; lagMs: number }): void {
    const { isShared } = this;
    let next = this.runningLimit * 1.25;
    if (isShared && (utilization > BUSY_UTILIZATION || lagMs > SLOW_LAG_MS)) next = this.runningLimit * 0.75;
    else if (isShared && lagMs > SLOW_LAG_MS / 2) next = this.runningLimit;
    this.runningLimit = Math.min(this.maxRunning, Math.max(MIN_RUNNING, Math.ceil(next)));
    this.startNext();
  }

  /**
   * True while TCP connections wait until the server accepts them. The queue then lowers the concurrency
   * limit, because shorter event loop turns let it accept connections of shops with few requests sooner.
   */
  set pendingConnections(pending: boolean) {
    this.hasPendingConnections = pending;
    this.startNext();
  }

  private get limit(): number {
    return this.hasPendingConnections ? Math.min(MIN_RUNNING, this.runningLimit) : this.runningLimit;
  }

  private startNext(): void {
    while (this.waiting > 0 && this.running < this.limit) {
      const next = this.nextLine();
      if (!next) return;
      const request = this.dequeue(...next);
      if (request) this.start(...next, request);
    }
  }

  private refuseNext(share: Share, line: Line): void {
    this.dequeue(share, line)?.refuse();
    this.deleteEmpty(share, line);
  }

  /**
   * Removes the first waiting request of a credential from the queue. Returns undefined if the client has
   * disconnected.
   */
  private dequeue(share: Share, line: Line): QueuedRequest | undefined {
    const { request } = line.waiting.shift()!;
    this.addWaiting(share, -1);
    if (!request.isAbandoned()) return request;
    this.deleteEmpty(share, line);
    return undefined;
  }

  private nextLine(): [Share, Line] | undefined {
    for (const share of this.queued)
      for (const line of share.lines.values()) {
        if (line.waiting.length === 0 || !this.canRun(share, line)) continue;
        // Moves the shop and the credential to the end of the queue, so that shops and credentials take
        // turns.
        this.queued.delete(share);
        this.queued.add(share);
        share.lines.delete(line.name);
        share.lines.set(line.name, line);
        return [share, line];
      }
    return undefined;
  }

  private canRun(share: Share, line: Line): boolean {
    const freePlaces = this.limit - this.running;
    return (
      freePlaces > 0 &&
      isFair(share.running, freePlaces) &&
      isFair(line.running, freePlacesOf(line, freePlaces))
    );
  }

  private start(share: Share, line: Line, request: QueuedRequest): void {
    this.running += 1;
    share.running += 1;
    line.running += 1;
    request.start();
  }

  private addWaiting(share: Share, change: 1 | -1): void {
    this.waiting += change;
    share.waiting += change;
    if (share.waiting === 0) this.queued.delete(share);
    if (share.waiting <= BURST_SIZE) share.longSince = undefined;
    else share.longSince ??= this.now();
  }

  private shareOf({ share: name }: Origin): Share {
    let share = this.shares.get(name);
    if (!share)
      this.shares.set(
        name,
        (share = { name, running: 0, waiting: 0, lines: new Map(), longSince: undefined }),
      );
    return share;
  }

  private deleteEmpty(share: Share, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) share.lines.delete(line.name);
    if (share.lines.size === 0) this.shares.delete(share.name);
  }
}

function isFair(used: number, freePlaces: number): boolean {
  return used < Math.max(MIN_PER_SHARE, freePlaces);
}

/**
 * Returns how many free slots a credential can use: half of them, so that a flood of one app leaves slots for
 * other apps of the shop. A client address has no credentials and can use all of them.
 */
function freePlacesOf({ name }: Line, freePlaces: number): number {
  return name === '' ? freePlaces : freePlaces / 2;
}

function lineOf(share: Share, { credential = '' }: Origin): Line {
  let line = share.lines.get(credential);
  if (!line) share.lines.set(credential, (line = { name: credential, running: 0, waiting: [] }));
  return line;
}
