import type { ShopDatabase } from '@storewright/database';
import { recordSuccessfulDeliveries, type SuccessfulDelivery } from './delivery-attempts';
import { retryWhileUnavailable } from './retry-policy';
import type { Holder } from './stream-leases';

const MAX_AT_ONCE = 200;
/**
 * Time in milliseconds during which deliveries are collected for one statement. Webhook streams send their
 * next event during this time.
 */
const COLLECT_MS = 10;

interface PendingWrite {
  made: SuccessfulDelivery;
  written: (held: boolean) => void;
  failed: (error: unknown) => void;
}

interface PendingWrites {
  holder: Omit<Holder, 'installation_id'>;
  writes: PendingWrite[];
  isWriting: boolean;
  /** True if a caller waits until all pending deliveries are stored. */
  isUrgent: boolean;
  timer?: NodeJS.Timeout | undefined;
}

/**
 * Stores successful deliveries in batches, with one statement per shop at a time. A few statements suffice if
 * a hundred receivers respond at once, or if one receiver accepts several events.
 */
export class DeliveryRecorder {
  private readonly pending = new Map<string, PendingWrites>();

  constructor(private readonly database: ShopDatabase) {}

  /**
   * Resolves when the delivery is stored. The result is false if the worker has lost the lease of the webhook
   * stream.
   */
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

  /** Stores the pending deliveries of a shop without delay. */
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
    // Waits for deliveries that complete in the same turn of the event loop.
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
      // Retries during a short database outage. A lost record would cause a repeated delivery of the event.
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
