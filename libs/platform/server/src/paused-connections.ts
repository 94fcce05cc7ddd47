import type { Socket } from 'node:net';
import { BURST_SIZE, MAX_WAITING_PER_CREDENTIAL, type Origin, STANDING_AFTER_MS } from './fair-queue';

/** Maximum pause of a connection. Afterwards it is read, or it expires if the queue is overloaded. */
const MAX_PAUSE_MS = 500;

/** Further pause of an expired connection before its request is refused. It slows down clients that retry at once. */
const EXPIRED_PAUSE_MS = 2_000;

/** The paused connections of one credential. */
interface Paused {
  origin: Origin;
  /** Start of each pause, the oldest first. */
  active: Map<Socket, number>;
  /** Connections that will be refused, with the time at which they expired, the oldest first. */
  expired: Map<Socket, number>;
  /** Start of the current period with more than BURST_SIZE paused connections. */
  manySince: number | undefined;
}

/** Limits for one call of `resumeDue`. */
export interface ResumeBudget {
  /** Connections that are resumed to serve their requests. */
  served: number;
  /** Connections that are resumed to refuse their requests. */
  refused: number;
}

/**
 * Connections that the server does not read because their credential has enough waiting requests. Unread requests
 * stay in the kernel and use no place in the queue and no memory of the process. If a credential has many paused
 * connections for a long time, those that were not resumed within MAX_PAUSE_MS expire and are refused later.
 */
export class PausedConnections {
  /** Paused connections by credential, the least recently resumed credential first. */
  private readonly all = new Map<string, Paused>();
  /** Connections that were resumed to be refused. */
  private readonly refusable = new WeakSet<Socket>();

  get isEmpty(): boolean {
    return this.all.size === 0;
  }

  pause(origin: Origin, socket: Socket, now: number): void {
    socket.pause();
    const key = keyOf(origin);
    let paused = this.all.get(key);
    if (!paused)
      this.all.set(key, (paused = { origin, active: new Map(), expired: new Map(), manySince: undefined }));
    paused.active.set(socket, now);
    if (countOf(paused) > BURST_SIZE) paused.manySince ??= now;
  }

  /** Resumes up to `count` connections of the credential, the oldest first. */
  resume(origin: Origin, count: number): void {
    const paused = this.all.get(keyOf(origin));
    if (!paused) return;
    this.resumeOldest(paused.active, count);
    this.update(paused);
  }

  /**
   * Resumes connections whose credential has room or whose pause is over, and expired connections. Call this regularly
   * unless `isEmpty`. Returns the unused part of the budget.
   */
  resumeDue(roomOf: (origin: Origin) => number, now: number, budget: ResumeBudget): ResumeBudget {
    const left = { ...budget };
    for (const [key, paused] of [...this.all]) {
      const countBefore = countOf(paused);
      this.endLongPauses(paused, now, left);
      left.refused -= this.resumeExpired(paused, now, left.refused);
      const room = roomOf(paused.origin);
      left.served -= this.resumeOldest(paused.active, Math.min(left.served, room));
      // The credential has no waiting requests: serve its expired connections after all.
      if (room >= MAX_WAITING_PER_CREDENTIAL) left.served -= this.resumeOldest(paused.expired, left.served);
      this.update(paused);
      // Moves the credential behind those that got nothing.
      if (countOf(paused) < countBefore && this.all.delete(key)) this.all.set(key, paused);
    }
    return left;
  }

  /** True once for a connection that was resumed to be refused. */
  takeExpired(socket: Socket): boolean {
    return this.refusable.delete(socket);
  }

  private endLongPauses({ active, expired, manySince }: Paused, now: number, left: ResumeBudget): void {
    const isStanding = manySince !== undefined && now - manySince > STANDING_AFTER_MS;
    for (const [socket, since] of active) {
      if (now - since < MAX_PAUSE_MS || (!isStanding && left.served === 0)) return;
      active.delete(socket);
      if (isStanding) {
        expired.set(socket, now);
        continue;
      }
      left.served -= 1;
      socket.resume();
    }
  }

  private resumeOldest(sockets: Map<Socket, number>, limit: number): number {
    let resumed = 0;
    for (const socket of sockets.keys()) {
      if (resumed >= limit) break;
      resumed += 1;
      sockets.delete(socket);
      socket.resume();
    }
    return resumed;
  }

  private resumeExpired({ expired }: Paused, now: number, limit: number): number {
    let resumed = 0;
    for (const [socket, since] of expired) {
      if (now - since < EXPIRED_PAUSE_MS || resumed === limit) break;
      resumed += 1;
      expired.delete(socket);
      this.refusable.add(socket);
      socket.resume();
    }
    return resumed;
  }

  private update(paused: Paused): void {
    const count = countOf(paused);
    if (count === 0) this.all.delete(keyOf(paused.origin));
    if (count <= BURST_SIZE) paused.manySince = undefined;
  }
}

const countOf = ({ active, expired }: Paused) => active.size + expired.size;
const keyOf = ({ share, credential = '' }: Origin) => `${share} ${credential}`;
