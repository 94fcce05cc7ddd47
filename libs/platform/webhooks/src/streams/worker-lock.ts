import { randomInt } from 'node:crypto';
import type { Client } from 'pg';
import { workerLock } from './leases';

/**
 * Says that this worker lives: a lock of its connection to the database, which the server lets go of in the moment in which the process is gone. What a
 * dead worker had can be taken at once by others, instead of after the time of a lease. Without the connection a worker goes on, and what it has is its own
 * for that time.
 */
export class WorkerLock {
  /** Of the lock; one below 0 is that of a worker without a lock. */
  key = unlocked();

  async takeOn(client: Client): Promise<void> {
    for (;;) {
      const key = randomInt(1, 2 ** 31);
      const { rows } = await client.query<{ taken: boolean }>(
        'SELECT pg_try_advisory_lock($1, $2) AS taken',
        [workerLock, key],
      );
      if (rows[0]!.taken) {
        this.key = key;
        return;
      }
    }
  }

  lost(): void {
    this.key = unlocked();
  }
}

function unlocked(): number {
  return -randomInt(1, 2 ** 31);
}
