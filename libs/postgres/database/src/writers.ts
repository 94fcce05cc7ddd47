import type { DatabaseKind, DatabasePooler } from '@storewright/config';
import type { Pool } from 'pg';
import type { Context } from './context';
import { giveBack } from './end-of-turn';
import type { PoolShares } from './pool-shares';
import { type Isolation, preparedOn, type Statement, type StatementResult } from './prepared-client';
import type { Setting } from './settings';

/**
 * Transactions of one statement that writes, or of one that locks and one that writes, each one message on a connection of the pool: what waits for a lock or for the disk holds up nobody else, and as many
 * are committed at once as there are connections.
 */
export class Writers {
  constructor(
    private readonly pool: Pool,
    private readonly kind: DatabaseKind,
    private readonly pooler: DatabasePooler,
    private readonly shares: PoolShares,
  ) {}

  /** `lock`: runs in front of it, in the same message. */
  async run(
    context: Context,
    settings: readonly Setting[],
    statement: Statement,
    how: { lock?: Statement | undefined; isolation?: Isolation } = {},
  ): Promise<StatementResult> {
    const entered = this.shares.enter(context);
    const place = entered instanceof Promise ? await entered : entered;
    let release: (() => void) | undefined;
    try {
      const client = await this.pool.connect();
      let isUsable = false;
      release = () => client.release(!isUsable);
      const prepared = preparedOn(client, this.kind, this.pooler);
      const { lock, isolation } = how;
      try {
        const results = await prepared.runAll(settings, lock ? [lock, statement] : [statement], isolation);
        isUsable = true;
        return results.at(-1)!;
      } catch (error) {
        isUsable = endedTransaction(error) && !prepared.isStale;
        throw error;
      }
    } finally {
      await giveBack(this.pool, { shares: this.shares, place }, () => release?.());
    }
  }
}

/** The server says so of a statement; what else there is concerns the connection. */
const endedTransaction = (error: unknown) => (error as { severity?: unknown }).severity === 'ERROR';
