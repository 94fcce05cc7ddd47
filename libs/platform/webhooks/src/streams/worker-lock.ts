import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { endSession, WORKER_LOCK_CLASS } from './leases';

/**
 * Idle time in milliseconds after which the database server ends the worker's session and releases its
 * advisory lock.
 */
const SESSION_TIMEOUT_MS = 4_000;
/**
 * Interval between heartbeats in milliseconds, which is much shorter than SESSION_TIMEOUT_MS so that a busy
 * worker does not count as dead.
 */
export const HEARTBEAT_MS = 1_000;

/**
 * An advisory lock that shows that this worker is alive. Postgres releases the lock if the connection breaks
 * or heartbeats stop, and other workers can then lease the webhook streams of this worker. A worker without
 * the lock keeps its webhook streams until their leases expire.
 */
export class WorkerLock {
  /** Key of the advisory lock. Negative while the worker does not hold the lock. */
  key = -newKey();
  /** Time at which the advisory lock was last lost. Another worker may have taken over earlier leases. */
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
      // Another worker holds an advisory lock with the same random key, so this worker tries a new key.
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
