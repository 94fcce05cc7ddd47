/** Owner of a request for fair sharing: a shop, or a client address until the credential is known. */
export interface Origin {
  /** Id of the shop, or the client address. */
  share: string;
  /** Credential of the shop. Absent for a client address. */
  credential?: string;
}

/**
 * A request whose body has arrived. The queue calls `start` or `refuse` once, or neither if the client has
 * disconnected.
 */
export interface QueuedRequest {
  start(): void;
  refuse(): void;
  isAbandoned(): boolean;
}

export interface FairQueueOptions {
  /** Maximum number of requests that run or wait. */
  places: number;
  /** Returns the time in milliseconds. Specs inject a clock. */
  now?: () => number;
}

/** Maximum number of running requests, enough to keep one processor and the database connections busy. */
const MAX_RUNNING = 64;

/**
 * Lower bound of the limit for running requests, which applies while several shares are active and the
 * process is busy.
 */
const MIN_RUNNING = 8;

/** Number of places that a shop or client address can use regardless of the others. */
const MIN_PER_SHARE = 4;

/** Event loop utilization above which the process is busy. */
const BUSY_UTILIZATION = 0.95;

/** Median event loop lag in milliseconds above which a turn of the loop serves too many requests. */
const SLOW_LAG_MS = 1.5;

/** Two shops or client addresses compete if both sent a request within this time. */
const SHARED_WINDOW_MS = 1_000;

/** Number of waiting requests of one credential above which the server stops reading its connections. */
export const MAX_WAITING_PER_CREDENTIAL = 32;

/** Maximum length of a queue that counts as a burst instead of an overload. */
export const BURST_SIZE = 200;

/**
 * Time after which a queue above BURST_SIZE means overload: requests arrive faster than the process serves
 * them.
 */
export const STANDING_AFTER_MS = 2_000;

/**
 * Maximum waiting time of a request in milliseconds: `standing` for an overloaded share, `normal` for other
 * shares.
 */
const MAX_WAIT_MS = { standing: 500, normal: 5_000 };

interface Waiting {
  since: number;
  request: QueuedRequest;
}

/** Requests of one credential, within the requests of its shop. */
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
  /** Time since which the queue of waiting requests has been longer than BURST_SIZE. */
  longSince: number | undefined;
}

/**
 * Decides which request runs next and which requests to refuse (docs/adr/admission.md). A share can take
 * another place while it has fewer places than are free. A credential can take another place while it has
 * fewer than half of the free places. So a flood leaves places free, and requests of a quiet share never wait
 * behind the flood. The queue serves shares in turn, and the credentials of a share in turn.
 */
export class FairQueue {
  private readonly shares = new Map<string, Share>();
  /** Shops and client addresses with waiting requests. The one that was served least recently is first. */
  private readonly queued = new Set<Share>();
  private readonly maxRunning: number;
  /** Current limit for running requests, which `adapt` changes. */
  private runningLimit: number;
  private lastShare?: string;
  /** Time at which another shop or client address became the active one. */
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

  /** True if the queue is idle and its limit is at the maximum, so that `adapt` has nothing to do. */
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
   * Number of further requests that the credential can queue. If it is zero or less, the server must stop
   * reading its connections.
   */
  waitingRoomOf(origin: Origin): number {
    if (!this.hasRoom(origin)) return 0;
    const line = this.shares.get(origin.share)?.lines.get(origin.credential ?? '');
    return MAX_WAITING_PER_CREDENTIAL - (line?.waiting.length ?? 0);
  }

  /** True if a request of this origin would be accepted now. */
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

  /** Starts, queues or refuses the request. A started request must call `leave`. */
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
    // Starts a request of this credential if it is below its limit while another credential of the share
    // waits.
    this.startNext();
  }

  /** Frees the place of a started request. Must be called once the response exists. */
  leave(origin: Origin): void {
    const share = this.shareOf(origin);
    const line = lineOf(share, origin);
    this.running -= 1;
    share.running -= 1;
    line.running -= 1;
    this.deleteEmpty(share, line);
    this.startNext();
  }

  /** Refuses requests that waited too long. Must be called regularly while requests wait. */
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
   * Adapts the limit for running requests. Must be called regularly while requests run. @param utilization
   * share of the time since the last call in which the event loop was busy, 0 to 1 @param lagMs median event
   * loop lag in milliseconds
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
   * Set to true while connections are waiting to be accepted. Their owners are unknown and may be quiet
   * shares, so the queue lowers its limit to keep each turn of the event loop short.
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
   * Removes the first request of the line. Returns undefined if the client of the request has disconnected.
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
        // Moves the shop and the credential to the end of the order in which they are served.
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

/** True if an owner that uses this number of places can take one of the free places. */
function isFair(used: number, freePlaces: number): boolean {
  return used < Math.max(MIN_PER_SHARE, freePlaces);
}

/**
 * Returns half of the free places for a credential, so that another credential of the shop finds places. A
 * client address has only one line.
 */
function freePlacesOf({ name }: Line, freePlaces: number): number {
  return name === '' ? freePlaces : freePlaces / 2;
}

function lineOf(share: Share, { credential = '' }: Origin): Line {
  let line = share.lines.get(credential);
  if (!line) share.lines.set(credential, (line = { name: credential, running: 0, waiting: [] }));
  return line;
}
