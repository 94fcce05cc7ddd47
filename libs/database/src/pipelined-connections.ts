import { Client, type ClientConfig } from 'pg';
import type { Row } from '@storewright/json-api';

/** A statement of fixed text; the name makes it a prepared one. One name stands for one text. */
export interface Statement {
  name?: string;
  text: string;
  values?: unknown[];
}

interface Slot {
  client?: Promise<Client>;
  waiting: number;
}

/**
 * A few connections that many requests share, for transactions of one statement: `BEGIN`, the statement and `COMMIT` go out without
 * waiting for each other, so a tenant transaction costs one round trip, and the next request's go out behind them.
 * Order within a connection is kept, so no request ever runs in another's transaction.
 */
export class PipelinedConnections {
  private readonly slots: Slot[];

  constructor(
    private readonly config: ClientConfig,
    size: number,
  ) {
    this.slots = Array.from({ length: size }, () => ({ waiting: 0 }));
  }

  /** Runs the statement in a transaction that starts with `settings` (SQL). */
  async run(settings: string, statement: Statement): Promise<Row[]> {
    const slot = this.leastBusy();
    slot.waiting += 1;
    try {
      const client = await (slot.client ??= this.connect(slot));
      const [, result] = await Promise.all([
        client.query(`BEGIN;${settings}`),
        client.query<Row>(statement),
        client.query('COMMIT'),
      ]);
      return result.rows;
    } catch (error) {
      // A statement whose first parsing failed would be taken for prepared ever after: start anew.
      if ((error as { code?: string }).code === '26000') this.forget(slot);
      throw error;
    } finally {
      slot.waiting -= 1;
    }
  }

  async close(): Promise<void> {
    const clients = this.slots.map(({ client }) => client);
    this.slots.forEach((slot) => (slot.client = undefined));
    await Promise.allSettled(clients.map(async (client) => (await client)?.end()));
  }

  private leastBusy(): Slot {
    let best = this.slots[0]!;
    for (const slot of this.slots) {
      if (slot.waiting < best.waiting) best = slot;
      if (best.waiting === 0) break;
    }
    return best;
  }

  private connect(slot: Slot): Promise<Client> {
    const client = new Client({ ...this.config, pipeline: true } as ClientConfig);
    const connected = client.connect().then(() => client);
    const gone = () => {
      if (slot.client === connected) slot.client = undefined;
    };
    // Without a listener the death of a backend would end the process.
    client.on('error', gone);
    client.on('end', gone);
    connected.catch(gone);
    return connected;
  }

  private forget(slot: Slot): void {
    const { client } = slot;
    slot.client = undefined;
    void client?.then((each) => each.end());
  }
}
