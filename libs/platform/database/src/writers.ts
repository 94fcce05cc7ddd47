import type { DatabaseKind, DatabasePooler } from '@storewright/config';
import type { Pool, PoolClient } from 'pg';
import { endOfTurn } from './end-of-turn';
import { corkBriefly, PreparedClient, type Statement, type StatementResult } from './prepared-client';
import type { WatchedClient } from './watched-client';

/**
 * Transactions of one statement that writes, or of one that locks and one that writes, each one message on a connection of the pool: what waits for a lock or for the disk holds up nobody else, and as many
 * are committed at once as there are connections.
 */
export class Writers {
  private readonly prepared = new WeakMap<PoolClient, PreparedClient>();

  constructor(
    private readonly pool: Pool,
    private readonly kind: DatabaseKind,
    private readonly pooler: DatabasePooler,
  ) {}

  /** `before`: runs in front of it, in the same message. */
  async run(settings: string, statement: Statement, before?: Statement): Promise<StatementResult> {
    const client = await this.pool.connect();
    const prepared = this.preparedOn(client);
    let isUsable = false;
    try {
      const results = await prepared.runAll(settings, before ? [before, statement] : [statement]);
      isUsable = true;
      return results.at(-1)!;
    } catch (error) {
      isUsable = endedTransaction(error) && !prepared.isStale;
      throw error;
    } finally {
      const isAwaited = this.pool.waitingCount > 0;
      client.release(!isUsable);
      if (isAwaited) await endOfTurn();
    }
  }

  private preparedOn(client: PoolClient): PreparedClient {
    let known = this.prepared.get(client);
    if (!known) {
      const own = client as unknown as WatchedClient;
      known = new PreparedClient(own, this.kind, this.pooler, corkBriefly);
      this.prepared.set(client, known);
    }
    return known;
  }
}

/** The server says so of a statement; what else there is concerns the connection. */
const endedTransaction = (error: unknown) => (error as { severity?: unknown }).severity === 'ERROR';
