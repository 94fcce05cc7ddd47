import {
  type DatabaseTopology,
  type Isolation,
  preparedClientOf,
  type Setting,
  type Statement,
  type StatementResult,
} from '@storewright/postgres-driver';
import type { Pool } from 'pg';
import type { Context } from './context';
import type { PoolShares } from './pool-shares';
import { releaseConnection } from './release-connection';

/**
 * Runs each writing statement in one round trip on an exclusive connection of the pool. A write that waits
 * for a lock or for the disk delays no other request, and the pool size limits the number of parallel
 * commits.
 */
export class WriteConnections {
  constructor(
    private readonly pool: Pool,
    private readonly topology: DatabaseTopology,
    private readonly shares: PoolShares,
  ) {}

  /** Runs a write. Sends the statement `lock` before the write in the same round trip. */
  async run(
    context: Context,
    settings: readonly Setting[],
    statement: Statement,
    { lock, isolation }: { lock?: Statement | undefined; isolation?: Isolation } = {},
  ): Promise<StatementResult> {
    const entered = this.shares.enter(context);
    const place = entered instanceof Promise ? await entered : entered;
    let release: (() => void) | undefined;
    try {
      const client = await this.pool.connect();
      let isUsable = false;
      release = () => client.release(!isUsable);
      const prepared = preparedClientOf(client, this.topology);
      try {
        const results = await prepared.runAll(settings, lock ? [lock, statement] : [statement], isolation);
        isUsable = true;
        return results.at(-1)!;
      } catch (error) {
        isUsable = isStatementError(error) && !prepared.isStale;
        throw error;
      }
    } finally {
      await releaseConnection(this.pool, { shares: this.shares, place }, () => release?.());
    }
  }
}

/** True if the server rejected the statement with severity ERROR. All other errors concern the connection. */
const isStatementError = (error: unknown) => (error as { severity?: unknown }).severity === 'ERROR';
