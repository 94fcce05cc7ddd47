import type { Server } from 'node:net';

/**
 * Number of consecutive event loop turns with a new connection after which further connections are probably
 * waiting.
 */
const CONSECUTIVE_TURNS = 4;

/**
 * Detects whether TCP connections wait until the server accepts them. Node accepts one connection per event
 * loop turn, so long turns delay new connections.
 */
export class AcceptQueue {
  private turns = 0;
  private accepted = false;

  constructor(
    server: Server,
    private readonly changed: (pending: boolean) => void,
  ) {
    server.on('connection', () => {
      if (!this.accepted && this.turns === 0) setImmediate(() => this.endTurn());
      this.accepted = true;
    });
  }

  private endTurn(): void {
    if (this.accepted) {
      this.accepted = false;
      this.turns += 1;
      if (this.turns === CONSECUTIVE_TURNS) this.changed(true);
      setImmediate(() => this.endTurn());
      return;
    }
    if (this.turns >= CONSECUTIVE_TURNS) this.changed(false);
    this.turns = 0;
  }
}
