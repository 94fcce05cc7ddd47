/**
 * Owner of a request for fair scheduling: a shop with a credential, or a client address if the credential is
 * not authenticated.
 */
export interface Origin {
  share: string;
  /** Installation or token id. Absent for a client address. */
  credential?: string;
}

/**
 * A request whose body has arrived. The queue calls either `start` or `refuse`, or neither if the client has
 * disconnected.
 */
export interface QueuedRequest {
  start(): void;
  refuse(): void;
  isAbandoned(): boolean;
}

export interface FairQueueOptions {
  /** Maximum number of running and waiting requests. */
  places: number;
  /** Returns the current time in milliseconds. Specs inject a fake clock. */
  now?: () => number;
}

/**
 * Maximum number of concurrently running requests. It is enough to use one processor and all database
 * connections.
 */
const MAX_RUNNING = 64;

/**
 * Lower bound of the concurrency limit, which `adapt` reduces while several shops compete and the process is
 * busy.
 */
const MIN_RUNNING = 8;

/** Number of slots that a shop or client address can always use, even if fewer slots are free. */
const MIN_PER_SHARE = 4;

/** Event loop utilization above which the process is busy. */
const BUSY_UTILIZATION = 0.95;

/** Median event loop lag in milliseconds above which too many requests run concurrently. */
const SLOW_LAG_MS = 1.5;

/** Two shops or client addresses compete if both sent a request within this time in milliseconds. */
const SHARED_WINDOW_MS = 1_000;

/**
 * Number of waiting requests of one credential above which the server stops reading the credential's
 * connections.
 */
export const MAX_WAITING_PER_CREDENTIAL = 32;

/** Maximum number of waiting requests that count as a burst. A longer queue can mean overload. */
export const BURST_SIZE = 200;

/**
 * Time in milliseconds after which a queue longer than BURST_SIZE means overload: requests arrive faster than
 * the process serves them.
 */
export const STANDING_AFTER_MS = 2_000;

/**
 * Maximum waiting time of a request in milliseconds. `standing` applies to the requests of an overloaded shop
 * or client address.
 */
const MAX_WAIT_MS = { standing: 500, normal: 5_000 };

interface Waiting {
  since: number;
  request: QueuedRequest;
}

/** Queue of one credential within its shop. */
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
  /** Time since which more than BURST_SIZE requests have been waiting. Undefined if there are fewer. */
  longSince: number | undefined;
}

/**
 * Schedules requests fairly and decides which requests to reject (docs/adr/admission.md). A shop or client
 * address can use another slot while it uses fewer slots than are free, and a credential while it uses fewer
 * than half of the free slots. A flood therefore always leaves free slots. Shops, and the credentials of a
 * shop, take turns.
 */
export class FairQueue {
  private readonly shares = new Map<string, Share>();
  /** Shops and client addresses with waiting requests. The first one was served least recently. */
  private readonly queued = new Set<Share>();
  private readonly maxRunning: number;
  /** Current concurrency limit, which `adapt` changes. */
  private runningLimit: number;
  private lastShare?: string;
  /** Last time at which a request came from a different shop or client address than the previous request. */
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
   * True if no request runs or waits and the concurrency limit is at its maximum, so `adapt` would change
   * nothing.
   */
  get isSettled(): boolean {
    return this.isIdle && this.runningLimit === this.maxRunning;
  }

  /** True while several shops or client addresses compete. */
  get isShared(): boolean {
    return this.now() - this.shareChangedAt < SHARED_WINDOW_MS;
  }

  get counts(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting };
  }

  /**
   * Returns the number of further requests that the credential can queue. At zero or less, the server must stop
   * reading the credential's connections.
   */
  waitingRoomOf(origin: Origin): number {
    if (!this.hasRoom(origin)) return 0;
    const line = this.shares.get(origin.share)?.lines.get(origin.credential ?? '');
    return MAX_WAITING_PER_CREDENTIAL - (line?.waiting.length ?? 0);
  }

  /** True if the queue would accept a request of this shop and credential now. */
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

  /** Starts, queues or rejects a request. `leave` must be called for a started request. */
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
    // The new request can start at once if only the shop's other credentials have used up their fair share.
    this.startNext();
  }

  /** Frees the slot of a started request. Must be called when the response is created. */
  leave(origin: Origin): void {
    const share = this.shareOf(origin);
    const line = lineOf(share, origin);
    this.running -= 1;
    share.running -= 1;
    line.running -= 1;
    this.deleteEmpty(share, line);
    this.startNext();
  }

  /** Rejects requests that waited too long. Must be called at intervals while requests wait. */
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
   * Adapts the concurrency limit. Must be called at intervals while requests run. `utilization` is the event
   * loop utilization since the last call, from 0 to 1. `lagMs` is the median event loop lag in milliseconds.
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
   * Set to true while TCP connections wait to be accepted. They may belong to shops with few requests, so the
   * queue lowers its concurrency limit to shorten event loop turns.
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

  /** Removes the first waiting request of a credential. Returns undefined if its client has disconnected. */
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
        // Moves the shop and the credential to the end, so that shops and credentials take turns.
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

/** True if a shop, client address or credential with `used` slots can use one of the free slots. */
function isFair(used: number, freePlaces: number): boolean {
  return used < Math.max(MIN_PER_SHARE, freePlaces);
}

/**
 * Returns half of the free slots for a credential, so that a flood of one app leaves slots for the shop's other
 * apps. A client address has no credentials and can use all of them.
 */
function freePlacesOf({ name }: Line, freePlaces: number): number {
  return name === '' ? freePlaces : freePlaces / 2;
}

function lineOf(share: Share, { credential = '' }: Origin): Line {
  let line = share.lines.get(credential);
  if (!line) share.lines.set(credential, (line = { name: credential, running: 0, waiting: [] }));
  return line;
}
