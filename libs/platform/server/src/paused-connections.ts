import type { Socket } from 'node:net';
import { BURST_SIZE, MAX_WAITING_PER_CREDENTIAL, type Origin, STANDING_AFTER_MS } from './fair-queue';

/**
 * Maximum pause of a connection in milliseconds. Then the connection is read again, or it expires if the queue
 * is overloaded.
 */
const MAX_PAUSE_MS = 500;

/**
 * Additional pause of an expired connection in milliseconds, before its request receives 503. It slows down
 * clients that retry immediately.
 */
const EXPIRED_PAUSE_MS = 2_000;

interface Paused {
  origin: Origin;
  /** Paused sockets with the start time of the pause, from oldest to newest. */
  active: Map<Socket, number>;
  /** Expired sockets, whose requests will receive 503, with the time of expiry, from oldest to newest. */
  expired: Map<Socket, number>;
  /** Time since which more than BURST_SIZE connections have been paused. Undefined if there are fewer. */
  manySince: number | undefined;
}

export interface ResumeBudget {
  /** Maximum number of resumed connections whose requests are served. */
  served: number;
  /** Maximum number of resumed connections whose requests receive 503. */
  refused: number;
}

/**
 * Connections that the server does not read, because their credential has enough waiting requests. Unread
 * requests remain in the kernel, so they occupy no slot and no process memory. If a credential has many paused
 * connections for a long time, those that are paused for MAX_PAUSE_MS expire, and their requests later receive
 * 503.
 */
export class PausedConnections {
  /** Paused connections, keyed by credential. The first credential was resumed least recently. */
  private readonly all = new Map<string, Paused>();
  /** Expired connections that were resumed, and whose next request receives 503. */
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

  /** Resumes up to `count` paused connections of a credential, from oldest to newest. */
  resume(origin: Origin, count: number): void {
    const paused = this.all.get(keyOf(origin));
    if (!paused) return;
    this.resumeOldest(paused.active, count);
    this.update(paused);
  }

  /**
   * Resumes connections that expired, that were paused for long enough, or whose credential can queue requests
   * again. Must be called at intervals unless `isEmpty`. Returns the unused part of the budget.
   */
  resumeDue(roomOf: (origin: Origin) => number, now: number, budget: ResumeBudget): ResumeBudget {
    const left = { ...budget };
    for (const [key, paused] of [...this.all]) {
      const countBefore = countOf(paused);
      this.endLongPauses(paused, now, left);
      left.refused -= this.resumeExpired(paused, now, left.refused);
      const room = roomOf(paused.origin);
      left.served -= this.resumeOldest(paused.active, Math.min(left.served, room));
      // If the credential has no waiting requests, requests on its expired connections are served.
      if (room >= MAX_WAITING_PER_CREDENTIAL) left.served -= this.resumeOldest(paused.expired, left.served);
      this.update(paused);
      // Moves the credential to the end, so that credentials take turns.
      if (countOf(paused) < countBefore && this.all.delete(key)) this.all.set(key, paused);
    }
    return left;
  }

  /** Returns true once if the connection has expired, so that its request must receive 503. */
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
