import type { Server } from 'node:net';

/**
 * Number of consecutive turns of the event loop that accepted a connection. From this number on, further
 * connections are waiting.
 */
const CONSECUTIVE_TURNS = 4;

/**
 * Detects whether connections are waiting to be accepted. Node accepts one waiting connection per turn of the
 * event loop, so long turns delay the others.
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
