import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { endSession, WORKER_LOCK_CLASS } from './leases';

/** Idle time in milliseconds after which the server ends the session and releases its lock. */
const SESSION_TIMEOUT_MS = 4_000;
/**
 * Interval between heartbeats. It is much shorter than SESSION_TIMEOUT_MS, so that a busy process does not
 * count as dead.
 */
export const HEARTBEAT_MS = 1_000;

/**
 * Proves that this worker is alive with an advisory lock. The server releases the lock when the connection
 * ends, or seconds after the last heartbeat. Other workers can then lease the streams of the dead worker
 * immediately. A worker without the lock keeps its streams until their leases expire, and can lease its own
 * streams again.
 */
export class WorkerLock {
  /** Key of the lock. Negative while the worker does not hold it. */
  key = -newKey();
  /** Time at which the lock was last lost. Streams leased before that time may belong to another worker. */
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
    } else if (this.hasLocked) throw new Error('the previous session of this worker still holds its lock');
    else {
      // Another worker holds the lock with this key, so the worker tries another key.
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
