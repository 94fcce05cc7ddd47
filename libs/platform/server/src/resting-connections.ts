import type { Socket } from 'node:net';

/** The longest rest, in ms: whoever may be refused learns it soon. */
const longest = 500;

/**
 * Connections of which nothing is read for a while, as enough of their share waits: what their clients ask next stays in the kernel and costs nothing here, neither
 * a place nor memory that outlives collections.
 */
export class RestingConnections {
  /** By share: since when each rests, the one that began first is the first. */
  private readonly shares = new Map<string, Map<Socket, number>>();

  get areNone(): boolean {
    return this.shares.size === 0;
  }

  rest(share: string, socket: Socket, now: number): void {
    socket.pause();
    let sockets = this.shares.get(share);
    if (!sockets) this.shares.set(share, (sockets = new Map()));
    sockets.set(socket, now);
  }

  /** So many of the share go on, those first that rest longest. */
  wake(share: string, count: number): void {
    const sockets = this.shares.get(share);
    if (!sockets) return;
    let left = count;
    for (const socket of sockets.keys()) {
      if (left-- <= 0) return;
      sockets.delete(socket);
      socket.resume();
    }
    this.shares.delete(share);
  }

  /** To be called again and again while there are any: as many go on as each share has room for, and whichever has rested for long. */
  wakeAll(roomOf: (share: string) => number, now: number): void {
    for (const [share, sockets] of this.shares) {
      let count = 0;
      for (const since of sockets.values()) {
        if (now - since < longest) break;
        count += 1;
      }
      this.wake(share, Math.max(count, roomOf(share)));
    }
  }
}
