import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { endSession, WORKER_LOCK_CLASS } from './leases';

/** The server ends the session, and its lock with it, when the worker has said nothing for so long, ms. */
const SESSION_TIMEOUT_MS = 4_000;
/** How often the worker says something, ms: much more often, so that a busy process is not taken for a dead one. */
export const HEARTBEAT_MS = 1_000;

/**
 * Says that this worker lives: a lock of its connection to the database, which the server lets go of in the moment in which the process is gone, or some seconds
 * after nothing was heard of it. What a dead worker had can be taken at once by others, instead of after the time of a lease. Without the connection a worker
 * goes on, and what it has is its own for that time. What it has had itself it may always take: it knows what it is serving.
 */
export class WorkerLock {
  /** Of the lock; below 0 while the worker is without it. */
  key = -newKey();
  /** When it was lost for the last time, by the clock of the process: what was leased before may be somebody else's. */
  lostAt = -Infinity;
  private hasLocked = false;

  async acquire(client: Client): Promise<void> {
    await client.query(`SET idle_session_timeout = ${SESSION_TIMEOUT_MS}`);
    const own = Math.abs(this.key);
    if (this.hasLocked) await client.query(endSession, [WORKER_LOCK_CLASS, own]);
    const { rows } = await client.query<{ taken: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS taken', [
      WORKER_LOCK_CLASS,
      own,
    ]);
    if (rows[0]!.taken) {
      [this.key, this.hasLocked] = [own, true];
    } else if (this.hasLocked) throw new Error('the session from before has the lock of this worker still');
    else {
      // Another worker has the same key.
      this.key = -newKey();
      await this.acquire(client);
    }
  }

  lost(): void {
    if (this.key > 0) this.lostAt = performance.now();
    this.key = -Math.abs(this.key);
  }
}

function newKey(): number {
  return randomInt(1, 2 ** 31);
}
