import type { Server } from 'node:net';

/** So many turns of the event loop one after another that each accepted a connection: others wait behind them. */
const inRow = 4;

/**
 * Whether connections wait to be accepted, of whomever they are. Node accepts one in each turn of the event loop, as long as there is one: so each turn that does more
 * than it has to is one that they wait.
 */
export class AcceptQueue {
  private turns = 0;
  private accepted = false;

  constructor(
    server: Server,
    private readonly changed: (waits: boolean) => void,
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
      if (this.turns === inRow) this.changed(true);
      setImmediate(() => this.endTurn());
      return;
    }
    if (this.turns >= inRow) this.changed(false);
    this.turns = 0;
  }
}
