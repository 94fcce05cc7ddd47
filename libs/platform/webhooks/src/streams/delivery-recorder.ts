import type { ShopDatabase } from '@storewright/database';
import { recordTaken, type Taken } from './delivery-attempts';
import { retryWhileUnavailable } from './retry-policy';
import type { Holder } from './stream-leases';

/** Of one shop that are written at once. */
const MOST_AT_ONCE = 200;

interface Waiting {
  made: Taken;
  written: (held: boolean) => void;
  failed: (error: unknown) => void;
}

/**
 * Puts on record what receivers took: of a shop one message at a time, and whatever comes meanwhile is in the next one. What a hundred receivers answer at
 * about the same time is a few messages.
 */
export class DeliveryRecorder {
  /** By shop and worker: what waits while a message is under way. */
  private readonly waiting = new Map<string, Waiting[]>();

  constructor(private readonly database: ShopDatabase) {}

  /** Whether the worker still had the stream, and it is written. */
  record({ shop_id, worker }: Holder, made: Taken): Promise<boolean> {
    return new Promise((written, failed) => {
      const key = `${shop_id} ${worker}`;
      const waiting = this.waiting.get(key);
      if (waiting) return void waiting.push({ made, written, failed });
      this.waiting.set(key, [{ made, written, failed }]);
      void this.writeAll(key, { shop_id, worker });
    });
  }

  private async writeAll(key: string, holder: Omit<Holder, 'installation_id'>): Promise<void> {
    // What came in the same turn of the event loop goes with the first.
    await new Promise((done) => setImmediate(done));
    for (let all = this.waiting.get(key)!; all.length > 0; all = this.waiting.get(key)!) {
      this.waiting.set(key, all.slice(MOST_AT_ONCE));
      await this.write(holder, all.slice(0, MOST_AT_ONCE));
    }
    this.waiting.delete(key);
  }

  private async write(holder: Omit<Holder, 'installation_id'>, all: readonly Waiting[]): Promise<void> {
    try {
      const made = all.map((each) => each.made);
      // What was sent must not be forgotten while the database is away for a moment: it would be sent once more.
      const held = await retryWhileUnavailable(() => recordTaken(this.database, holder, made));
      for (const each of all) each.written(held.has(each.made.installation_id));
    } catch (error) {
      for (const each of all) each.failed(error);
    }
  }
}
