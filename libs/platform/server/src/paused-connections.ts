import type { Socket } from 'node:net';
import { BURST_SIZE, MAX_WAITING_PER_CREDENTIAL, type Origin, STANDING_AFTER_MS } from './fair-queue';

/**
 * Maximum pause of a connection in milliseconds. After the pause the connection is read, or it expires if the
 * queue is overloaded.
 */
const MAX_PAUSE_MS = 500;

/**
 * Further pause of an expired connection before its request is refused. The pause slows down clients that
 * retry immediately.
 */
const EXPIRED_PAUSE_MS = 2_000;

/** The paused connections of one credential. */
interface Paused {
  origin: Origin;
  /** Paused sockets with the start of each pause. The oldest pause is first. */
  active: Map<Socket, number>;
  /** Connections that will be refused, with the time at which they expired. The oldest is first. */
  expired: Map<Socket, number>;
  /** Start of the current period with more than BURST_SIZE paused connections. */
  manySince: number | undefined;
}

/** Limits for one call of `resumeDue`. */
export interface ResumeBudget {
  /** Maximum number of connections to resume for serving their requests. */
  served: number;
  /** Maximum number of connections to resume for refusing their requests. */
  refused: number;
}

/**
 * Connections that the server does not read because their credential has enough waiting requests. Unread
 * requests stay in the kernel. They use no place in the queue and no memory of the process. If a credential
 * has many paused connections for a long time, connections that were not resumed within MAX_PAUSE_MS expire
 * and are refused later.
 */
export class PausedConnections {
  /** Paused connections by credential. The least recently resumed credential is first. */
  private readonly all = new Map<string, Paused>();
  /** Connections that were resumed so that their requests are refused. */
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
   * Resumes connections whose credential has room or whose pause is over, and expired connections. Must be
   * called regularly unless `isEmpty`. Returns the unused part of the budget.
   */
  resumeDue(roomOf: (origin: Origin) => number, now: number, budget: ResumeBudget): ResumeBudget {
    const left = { ...budget };
    for (const [key, paused] of [...this.all]) {
      const countBefore = countOf(paused);
      this.endLongPauses(paused, now, left);
      left.refused -= this.resumeExpired(paused, now, left.refused);
      const room = roomOf(paused.origin);
      left.served -= this.resumeOldest(paused.active, Math.min(left.served, room));
      // If the credential has no waiting requests, its expired connections are served instead of refused.
      if (room >= MAX_WAITING_PER_CREDENTIAL) left.served -= this.resumeOldest(paused.expired, left.served);
      this.update(paused);
      // Moves the credential behind those credentials of which no connection was resumed.
      if (countOf(paused) < countBefore && this.all.delete(key)) this.all.set(key, paused);
    }
    return left;
  }

  /** Returns true once for a connection that was resumed to be refused. */
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
