import type { ShopDatabase } from '@storewright/database';
import { recordSuccessfulDeliveries, type SuccessfulDelivery } from './delivery-attempts';
import { retryWhileUnavailable } from './retry-policy';
import type { Holder } from './stream-leases';

/** Of one shop that are written at once. */
const MAX_AT_ONCE = 200;
/** For so long what was taken waits for more, ms: the next event of the stream is under way meanwhile, and its receiver may be slow. */
const COLLECT_MS = 10;

interface PendingWrite {
  made: SuccessfulDelivery;
  written: (held: boolean) => void;
  failed: (error: unknown) => void;
}

/** Of one shop, and of one key of the worker. */
interface PendingWrites {
  holder: Omit<Holder, 'installation_id'>;
  writes: PendingWrite[];
  /** A message is under way. */
  isWriting: boolean;
  /** Somebody waits for what is there. */
  isUrgent: boolean;
  timer?: NodeJS.Timeout | undefined;
}

/**
 * Puts on record what receivers took: of a shop one message at a time, and whatever comes meanwhile is in the next one. What a hundred receivers answer at
 * about the same time is a few messages; of one receiver it is every other event, as nobody waits for the first while the second is being sent.
 */
export class DeliveryRecorder {
  /** By shop and worker: what waits. */
  private readonly pending = new Map<string, PendingWrites>();

  constructor(private readonly database: ShopDatabase) {}

  /** Whether the worker still had the stream, and it is written: soon, or when somebody asks for it. */
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

  /** What waits is asked for: it goes out with the next message. */
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
    // What came in the same turn of the event loop goes with the first.
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
      // What was sent must not be forgotten while the database is away for a moment: it would be sent once more.
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
