import type { Socket } from 'node:net';
import { burst, enough, type Origin, shortQueue } from './admission';

/** How long one rests, in ms: by then it is its turn, or it is too late for it. */
const longest = 500;

/** How long one for which it is too late rests on, in ms: who is refused asks again at once, whatever it is told. */
const afterThat = 2_000;

/** Those of one credential. */
interface Resting {
  origin: Origin;
  /** Since when each rests, the one that began first is the first. */
  inTime: Map<Socket, number>;
  /** Those for which it is too late, likewise. */
  late: Map<Socket, number>;
  /** Since when there have been many, without a break. */
  manySince: number | undefined;
}

/** What may go on in one go. */
export interface Going {
  /** Those whose requests are let in where there is room. */
  most: number;
  /** Those that are refused. */
  refusals: number;
}

/**
 * Connections of which nothing is read for a while, as enough of their credential waits: what their clients ask next stays in the kernel and costs nothing here, neither
 * a place nor memory that outlives collections. Where many do so for long, they are a queue that stands: whose turn did not come within half a second is refused, later.
 */
export class RestingConnections {
  /** By credential; the one whose turn was longest ago first. */
  private readonly all = new Map<string, Resting>();
  /** Those that go on to be refused. */
  private readonly toRefuse = new WeakSet<Socket>();

  get areNone(): boolean {
    return this.all.size === 0;
  }

  rest(origin: Origin, socket: Socket, now: number): void {
    socket.pause();
    const key = keyOf(origin);
    let resting = this.all.get(key);
    if (!resting)
      this.all.set(key, (resting = { origin, inTime: new Map(), late: new Map(), manySince: undefined }));
    resting.inTime.set(socket, now);
    if (countOf(resting) > shortQueue) resting.manySince ??= now;
  }

  /** So many of the credential go on, those first that rest longest. */
  wake(origin: Origin, count: number): void {
    const resting = this.all.get(keyOf(origin));
    if (!resting) return;
    this.goOn(resting.inTime, count);
    this.look(resting);
  }

  /**
   * To be called again and again while there are any: as many go on as each credential has room for, whichever has rested for long, and some of those for which
   * it is too late. Tells what is left of what may.
   */
  wakeAll(roomOf: (origin: Origin) => number, now: number, { most, refusals }: Going): Going {
    const left = { most, refusals };
    for (const [key, resting] of [...this.all]) {
      const before = countOf(resting);
      this.endLong(resting, now, left);
      left.refusals -= this.refuseLate(resting, now, left.refusals);
      const room = roomOf(resting.origin);
      left.most -= this.goOn(resting.inTime, Math.min(left.most, room));
      // Nothing of the credential waits: it is not too late after all.
      if (room >= enough) left.most -= this.goOn(resting.late, left.most);
      this.look(resting);
      // Behind those that nothing was left for.
      if (countOf(resting) < before && this.all.delete(key)) this.all.set(key, resting);
    }
    return left;
  }

  /** Whether it went on to be refused; to be asked once. */
  isLate(socket: Socket): boolean {
    return this.toRefuse.delete(socket);
  }

  private endLong({ inTime, late, manySince }: Resting, now: number, left: Going): void {
    const stands = manySince !== undefined && now - manySince > burst;
    for (const [socket, since] of inTime) {
      if (now - since < longest || (!stands && left.most === 0)) return;
      inTime.delete(socket);
      if (stands) {
        late.set(socket, now);
        continue;
      }
      left.most -= 1;
      socket.resume();
    }
  }

  private goOn(sockets: Map<Socket, number>, most: number): number {
    let gone = 0;
    for (const socket of sockets.keys()) {
      if (gone >= most) break;
      gone += 1;
      sockets.delete(socket);
      socket.resume();
    }
    return gone;
  }

  private refuseLate({ late }: Resting, now: number, most: number): number {
    let refused = 0;
    for (const [socket, since] of late) {
      if (now - since < afterThat || refused === most) break;
      refused += 1;
      late.delete(socket);
      this.toRefuse.add(socket);
      socket.resume();
    }
    return refused;
  }

  private look(resting: Resting): void {
    const count = countOf(resting);
    if (count === 0) this.all.delete(keyOf(resting.origin));
    if (count <= shortQueue) resting.manySince = undefined;
  }
}

const countOf = ({ inTime, late }: Resting) => inTime.size + late.size;
const keyOf = ({ share, credential = '' }: Origin) => `${share} ${credential}`;
