/** Whose a request is, as far as fair shares go: a shop's, or an address's as long as no credential of it is known. */
export interface Origin {
  share: string;
  /** Within the share. */
  credential?: string;
}

/** A request whose body has arrived. One of the first two is called, once, unless the client has gone meanwhile. */
export interface Turn {
  run(): void;
  refuse(): void;
  hasGone(): boolean;
}

export interface AdmissionOptions {
  /** Requests that may run or wait. */
  places: number;
  /** In ms; for specs. */
  now?: () => number;
}

/** Requests that run at once: enough to keep a processor and the connections to the database busy. */
const atOnce = 64;

/** And so many at least, while several shares ask and the process is busy: each answer that is made is one that a neighbour's waits for. */
const atLeast = 8;

/** What a share may have whatever the others do. */
const least = 4;

/** A process that rests for less than a twentieth of its time is busy. */
const busy = 0.95;

/** What becomes due is late by more than this, in ms, half of the time: one turn of the event loop answers too many. */
const slow = 1.5;

/** Shares of which one asked within this time, in ms, ask beside each other. */
const lately = 1_000;

/** Requests of a credential that wait, beyond which its clients may keep the next ones: they are work for long enough. */
export const enough = 32;

/** A queue of this many is no overload: a burst, or a client that sends many at once. */
export const shortQueue = 200;

/** A queue that has been longer for so long, in ms, stands: requests come faster than they are served. */
export const burst = 2_000;

/** How long a request waits, in ms: in a queue that stands, and in any other. A client has given up a slower one. */
const patience = { standing: 500, otherwise: 5_000 };

interface Waiting {
  since: number;
  turn: Turn;
}

/** What one credential of a share has. */
interface Line {
  name: string;
  running: number;
  waiting: Waiting[];
}

interface Share {
  name: string;
  running: number;
  waiting: number;
  /** By credential. */
  lines: Map<string, Line>;
  /** Since when its queue has been long, without a break. */
  longSince: number | undefined;
}

/**
 * Decides which request runs next, and which ones are too many (docs/adr/admission.md). Places are shared as they are needed: a share may take another one
 * while it has fewer than there are free, a credential while it has fewer than half of these. So whoever floods leaves places free, and nobody who asks
 * for little ever waits behind a flood. What waits is taken from the shares in turn, and within a share from its credentials in turn.
 */
export class Admission {
  private readonly shares = new Map<string, Share>();
  /** Those in which something waits, the one whose turn was longest ago first. */
  private readonly queued = new Set<Share>();
  private readonly most: number;
  /** As many as keep the process busy, where several shares ask. */
  private atOnce: number;
  /** The share that asked last, and when another one had before it. */
  private last?: string;
  private changed = -Infinity;
  private readonly places: number;
  private readonly now: () => number;
  private running = 0;
  private waiting = 0;
  private strangersWait = false;

  constructor({ places, now = () => performance.now() }: AdmissionOptions) {
    this.places = places;
    this.most = this.atOnce = Math.min(atOnce, places);
    this.now = now;
  }

  get isIdle(): boolean {
    return this.running + this.waiting === 0;
  }

  /** Nothing runs, and as many may as ever: there is nothing to adapt. */
  get isAtRest(): boolean {
    return this.isIdle && this.atOnce === this.most;
  }

  /** Several shares ask: what is done for one may be late for another. */
  get isShared(): boolean {
    return this.now() - this.changed < lately;
  }

  /** Requests that run, and that wait for their turn. */
  get counts(): { running: number; waiting: number } {
    return { running: this.running, waiting: this.waiting };
  }

  /** How many more of the credential should wait; 0 or less: enough of them do, or no more may. */
  roomOf(origin: Origin): number {
    if (!this.hasRoom(origin)) return 0;
    const line = this.shares.get(origin.share)?.lines.get(origin.credential ?? '');
    return enough - (line?.waiting.length ?? 0);
  }

  /** Whether a request would be let in now. */
  hasRoom({ share: name, credential = '' }: Origin): boolean {
    const free = this.places - this.running - this.waiting;
    const share = this.shares.get(name);
    if (free <= 0 || !share) return free > 0;
    const line = share.lines.get(credential);
    return (
      isFair(share.running + share.waiting, free) &&
      (!line || isFair(line.running + line.waiting.length, freeFor(line, free)))
    );
  }

  /** Runs the request, lets it wait for its turn, or refuses it. Whoever runs leaves. */
  enter(origin: Origin, turn: Turn): void {
    if (origin.share !== this.last) {
      if (this.last !== undefined) this.changed = this.now();
      this.last = origin.share;
    }
    if (!this.hasRoom(origin)) return turn.refuse();
    const share = this.shareOf(origin);
    const line = lineOf(share, origin);
    if (share.waiting === 0 && this.mayRun(share, line)) return this.start(share, line, turn);
    line.waiting.push({ since: this.now(), turn });
    this.queued.add(share);
    this.count(share, 1);
    // A line of its own may be free although another one of the share waits.
    this.runNext();
  }

  /** The answer of a request that ran is made. */
  leave(origin: Origin): void {
    const share = this.shareOf(origin);
    const line = lineOf(share, origin);
    this.running -= 1;
    share.running -= 1;
    line.running -= 1;
    this.forgetEmpty(share, line);
    this.runNext();
  }

  /** Refuses what has waited for too long. To be called again and again while something waits. */
  refuseLate(): void {
    const now = this.now();
    for (const share of this.queued) {
      const stands = share.longSince !== undefined && now - share.longSince > burst;
      const latest = now - (stands ? patience.standing : patience.otherwise);
      for (const line of share.lines.values())
        while (line.waiting.length > 0 && line.waiting[0]!.since < latest) this.refuseNext(share, line);
    }
  }

  /**
   * How much of the time since it was told last the process was at work, 0 to 1, and by how many ms its event loop was late, half of the time. To be told again and again
   * while something runs.
   */
  adapt({ utilization, late }: { utilization: number; late: number }): void {
    const several = this.isShared;
    let next = this.atOnce * 1.25;
    if (several && (utilization > busy || late > slow)) next = this.atOnce * 0.75;
    else if (several && late > slow / 2) next = this.atOnce;
    this.atOnce = Math.min(this.most, Math.max(atLeast, Math.ceil(next)));
    this.runNext();
  }

  /** Whether connections wait to be accepted. Whose they are is not known, so they are others than those that ask, and each turn of the event loop is kept short for them. */
  set connectionsWait(wait: boolean) {
    this.strangersWait = wait;
    this.runNext();
  }

  private get limit(): number {
    return this.strangersWait ? Math.min(atLeast, this.atOnce) : this.atOnce;
  }

  private runNext(): void {
    while (this.waiting > 0 && this.running < this.limit) {
      const next = this.pick();
      if (!next) return;
      const turn = this.take(...next);
      if (turn) this.start(...next, turn);
    }
  }

  private refuseNext(share: Share, line: Line): void {
    this.take(share, line)?.refuse();
    this.forgetEmpty(share, line);
  }

  /** The next one of the line, unless its client has gone. */
  private take(share: Share, line: Line): Turn | undefined {
    const { turn } = line.waiting.shift()!;
    this.count(share, -1);
    if (!turn.hasGone()) return turn;
    this.forgetEmpty(share, line);
    return undefined;
  }

  private pick(): [Share, Line] | undefined {
    for (const share of this.queued)
      for (const line of share.lines.values()) {
        if (line.waiting.length === 0 || !this.mayRun(share, line)) continue;
        // Behind the others, both.
        this.queued.delete(share);
        this.queued.add(share);
        share.lines.delete(line.name);
        share.lines.set(line.name, line);
        return [share, line];
      }
    return undefined;
  }

  private mayRun(share: Share, line: Line): boolean {
    const free = this.limit - this.running;
    return free > 0 && isFair(share.running, free) && isFair(line.running, freeFor(line, free));
  }

  private start(share: Share, line: Line, turn: Turn): void {
    this.running += 1;
    share.running += 1;
    line.running += 1;
    turn.run();
  }

  private count(share: Share, more: 1 | -1): void {
    this.waiting += more;
    share.waiting += more;
    if (share.waiting === 0) this.queued.delete(share);
    if (share.waiting <= shortQueue) share.longSince = undefined;
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

  private forgetEmpty(share: Share, line: Line): void {
    if (line.running === 0 && line.waiting.length === 0) share.lines.delete(line.name);
    if (share.lines.size === 0) this.shares.delete(share.name);
  }
}

/** Whether who has so many may have one more of those that are free. */
function isFair(has: number, free: number): boolean {
  return has < Math.max(least, free);
}

/** Half of a share, so that another credential of it finds room; an address has one line alone. */
function freeFor({ name }: Line, free: number): number {
  return name === '' ? free : free / 2;
}

function lineOf(share: Share, { credential = '' }: Origin): Line {
  let line = share.lines.get(credential);
  if (!line) share.lines.set(credential, (line = { name: credential, running: 0, waiting: [] }));
  return line;
}
