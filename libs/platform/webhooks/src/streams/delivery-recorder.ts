import type { ShopDatabase } from '@storewright/database';
import { recordTaken, type Taken } from './delivery-attempts';
import { retryWhileUnavailable } from './retry-policy';
import type { Holder } from './stream-leases';

/** Of one shop that are written at once. */
const MOST_AT_ONCE = 200;
/** For so long what was taken waits for more, ms: the next event of the stream is under way meanwhile, and its receiver may be slow. */
const waitsForMs = 10;

interface Waiting {
  made: Taken;
  written: (held: boolean) => void;
  failed: (error: unknown) => void;
}

/** Of one shop, and of one key of the worker. */
interface Pending {
  holder: Omit<Holder, 'installation_id'>;
  waiting: Waiting[];
  /** A message is under way. */
  writing: boolean;
  /** Somebody waits for what is there. */
  wanted: boolean;
  timer?: NodeJS.Timeout | undefined;
}

/**
 * Puts on record what receivers took: of a shop one message at a time, and whatever comes meanwhile is in the next one. What a hundred receivers answer at
 * about the same time is a few messages; of one receiver it is every other event, as nobody waits for the first while the second is being sent.
 */
export class DeliveryRecorder {
  /** By shop and worker: what waits. */
  private readonly pending = new Map<string, Pending>();

  constructor(private readonly database: ShopDatabase) {}

  /** Whether the worker still had the stream, and it is written: soon, or when somebody asks for it. */
  record({ shop_id, worker }: Holder, made: Taken): Promise<boolean> {
    return new Promise((written, failed) => {
      const key = keyOf(shop_id, worker);
      let pending = this.pending.get(key);
      if (!pending) {
        pending = { holder: { shop_id, worker }, waiting: [], writing: false, wanted: false };
        this.pending.set(key, pending);
      }
      pending.waiting.push({ made, written, failed });
      this.later(key, pending);
    });
  }

  /** What waits is asked for: it goes out with the next message. */
  hurry({ shop_id, worker }: Holder): void {
    const key = keyOf(shop_id, worker);
    const pending = this.pending.get(key);
    if (!pending) return;
    pending.wanted = true;
    if (!pending.writing) void this.writeAll(key, pending);
  }

  private later(key: string, pending: Pending): void {
    if (pending.writing) return;
    pending.timer ??= setTimeout(() => void this.writeAll(key, pending), waitsForMs);
  }

  private async writeAll(key: string, pending: Pending): Promise<void> {
    clearTimeout(pending.timer);
    [pending.timer, pending.writing] = [undefined, true];
    // What came in the same turn of the event loop goes with the first.
    await new Promise((done) => setImmediate(done));
    do {
      pending.wanted = pending.waiting.length > MOST_AT_ONCE;
      await this.write(pending.holder, pending.waiting.splice(0, MOST_AT_ONCE));
    } while (pending.wanted && pending.waiting.length > 0);
    pending.writing = false;
    if (pending.waiting.length > 0) this.later(key, pending);
    else this.pending.delete(key);
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

function keyOf(shop_id: string, worker: number): string {
  return `${shop_id} ${worker}`;
}
