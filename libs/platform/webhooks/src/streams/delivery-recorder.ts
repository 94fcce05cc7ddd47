import type { ShopDatabase } from '@storewright/database';
import { recordSuccessfulDeliveries, type SuccessfulDelivery } from './delivery-attempts';
import { retryWhileUnavailable } from './retry-policy';
import type { Holder } from './stream-leases';

/** Maximum number of deliveries of one shop in one message. */
const MAX_AT_ONCE = 200;
/** Time in which deliveries are collected. The stream sends its next event during this time. */
const COLLECT_MS = 10;

interface PendingWrite {
  made: SuccessfulDelivery;
  written: (held: boolean) => void;
  failed: (error: unknown) => void;
}

/** Pending writes of one shop by one worker. */
interface PendingWrites {
  holder: Omit<Holder, 'installation_id'>;
  writes: PendingWrite[];
  /** True while a message is being sent. */
  isWriting: boolean;
  /** True if a caller waits for the pending writes. */
  isUrgent: boolean;
  timer?: NodeJS.Timeout | undefined;
}

/**
 * Records successful deliveries in batches, one message per shop at a time. A hundred receivers that respond
 * together cause a few messages. A single receiver causes one message for several events, because the worker
 * sends the next event before the previous one is recorded.
 */
export class DeliveryRecorder {
  /** Pending writes by shop and worker. */
  private readonly pending = new Map<string, PendingWrites>();

  constructor(private readonly database: ShopDatabase) {}

  /** Resolves when the delivery is recorded. The result is true if the worker still held the stream. */
  record({ shop_id, worker }: Holder, made: SuccessfulDelivery): Promise<boolean> {
    return new Promise((written, failed) => {
      const key = keyOf(shop_id, worker);
      let pending = this.pending.get(key);
      if (!pending) {
        pending = { holder: { shop_id, worker }, writes: [], isWriting: false, isUrgent: false };
        this.pending.set(key, pending);
      }
      pending.writes.push({ made, written, failed });
      this.schedule(key, pending);
    });
  }

  /** Sends the pending writes of a shop with the next message. */
  flush({ shop_id, worker }: Holder): void {
    const key = keyOf(shop_id, worker);
    const pending = this.pending.get(key);
    if (!pending) return;
    pending.isUrgent = true;
    if (!pending.isWriting) void this.writeAll(key, pending);
  }

  private schedule(key: string, pending: PendingWrites): void {
    if (pending.isWriting) return;
    pending.timer ??= setTimeout(() => void this.writeAll(key, pending), COLLECT_MS);
  }

  private async writeAll(key: string, pending: PendingWrites): Promise<void> {
    clearTimeout(pending.timer);
    [pending.timer, pending.isWriting] = [undefined, true];
    // Collects deliveries that finish in the same turn of the event loop.
    await new Promise((done) => setImmediate(done));
    do {
      pending.isUrgent = pending.writes.length > MAX_AT_ONCE;
      await this.write(pending.holder, pending.writes.splice(0, MAX_AT_ONCE));
    } while (pending.isUrgent && pending.writes.length > 0);
    pending.isWriting = false;
    if (pending.writes.length > 0) this.schedule(key, pending);
    else this.pending.delete(key);
  }

  private async write(holder: Omit<Holder, 'installation_id'>, all: readonly PendingWrite[]): Promise<void> {
    try {
      const made = all.map((each) => each.made);
      // A short database outage must not lose the record, because the event would be sent again.
      const held = await retryWhileUnavailable(() => recordSuccessfulDeliveries(this.database, holder, made));
      for (const each of all) each.written(held.has(each.made.installation_id));
    } catch (error) {
      for (const each of all) each.failed(error);
    }
  }
}

function keyOf(shop_id: string, worker: number): string {
  return `${shop_id} ${worker}`;
}
