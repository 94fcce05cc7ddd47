import type { Socket } from 'node:net';
import { BURST_SIZE, MAX_WAITING_PER_CREDENTIAL, type Origin, STANDING_AFTER_MS } from './fair-queue';

/**
 * Maximum time in milliseconds for which a connection is paused. Afterwards the server reads from the
 * connection again, or marks it as expired if its credential is overloaded.
 */
const MAX_PAUSE_MS = 500;

/**
 * Additional time in milliseconds for which an expired connection remains paused until its request receives
 * 503. It slows down clients that retry immediately.
 */
const EXPIRED_PAUSE_MS = 2_000;

interface Paused {
  origin: Origin;
  /** Paused sockets and the time at which the pause started, from oldest to newest. */
  active: Map<Socket, number>;
  /**
   * Sockets that were paused too long, with the time at which they expired, from oldest to newest. Their
   * requests will receive 503.
   */
  expired: Map<Socket, number>;
  /**
   * Time since which more than BURST_SIZE connections of the credential have been paused. Undefined if fewer
   * are paused.
   */
  manySince: number | undefined;
}

export interface ResumeBudget {
  /** Maximum number of paused connections to resume so that their requests are served. */
  served: number;
  /** Maximum number of expired connections to resume so that their requests receive 503. */
  refused: number;
}

/**
 * Connections that the server does not read, because enough requests of their credential are waiting. Unread
 * requests remain in the kernel, so they use no slots and no memory of the process. If a credential stays
 * overloaded, the pauses expire and the requests receive 503.
 */
export class PausedConnections {
  /**
   * Paused connections, keyed by credential. The first credential in the map has waited longest for its turn.
   */
  private readonly all = new Map<string, Paused>();
  /** Connections that were resumed after their pause expired. The next request on them receives 503. */
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

  /** Resumes reading from up to `count` paused connections of a credential, oldest first. */
  resume(origin: Origin, count: number): void {
    const paused = this.all.get(keyOf(origin));
    if (!paused) return;
    this.resumeOldest(paused.active, count);
    this.update(paused);
  }

  /**
   * Resumes reading from connections whose pause is over, or whose credential can queue requests again. The
   * caller must call this method at intervals unless `isEmpty`. Returns the unused part of the budget.
   */
  resumeDue(roomOf: (origin: Origin) => number, now: number, budget: ResumeBudget): ResumeBudget {
    const left = { ...budget };
    for (const [key, paused] of [...this.all]) {
      const countBefore = countOf(paused);
      this.endLongPauses(paused, now, left);
      left.refused -= this.resumeExpired(paused, now, left.refused);
      const room = roomOf(paused.origin);
      left.served -= this.resumeOldest(paused.active, Math.min(left.served, room));
      // Serves the requests on the expired connections of a credential if no other requests of the credential
      // are waiting.
      if (room >= MAX_WAITING_PER_CREDENTIAL) left.served -= this.resumeOldest(paused.expired, left.served);
      this.update(paused);
      // Moves the credential to the end of the queue, so that credentials take turns.
      if (countOf(paused) < countBefore && this.all.delete(key)) this.all.set(key, paused);
    }
    return left;
  }

  /** Returns true, once per connection, if the pause has expired and the request must receive 503. */
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
