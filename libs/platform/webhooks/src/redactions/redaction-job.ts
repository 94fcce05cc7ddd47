import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { PeriodicJob, ShopDatabase } from '@storewright/database';
import type { Row } from '@storewright/entities';
import { NodeWatch, Redaction } from '@storewright/events';
import { LRUCache } from 'lru-cache';
import { IsNull } from 'typeorm';
import { type AnnouncedRedaction, DeliveryObserver } from '../streams/observer';
import { WEBHOOK_SETTINGS, type WebhookSettings } from '../streams/settings';
import { RedactionPass } from './redaction-pass';

/** Interval between queries for pending redactions in milliseconds. */
const INTERVAL_MS = 3_000;
/** Delay in milliseconds before a failed redaction is retried. */
const RETRY_AFTER_MS = 30_000;

/**
 * SQL condition of due redactions. It must equal the condition in the SQL function `shop.shops_to_redact`.
 */
const due = `(r.swept_at IS NULL OR r.requested_at < now() - interval '5 minutes')`;
/** Query for the event that announced a redaction. Each condition on `sequence` selects an index. */
const announcement = {
  name: 'redaction-announcement',
  text: ['IS NOT NULL', 'IS NULL']
    .map(
      (state) => `(SELECT id AS event_id, occurred_at, resource FROM shop.events WHERE shop_id = $1
        AND resource_id = $2 AND sequence ${state} AND type = 'customers.redaction_requested')`,
    )
    .join(' UNION ALL '),
};
const shops = { name: 'shops-to-redact', text: 'SELECT shop.shops_to_redact() AS shop_id' };

/**
 * Clears copies of redacted data and reports the completion to the shop's owner. The first pass runs
 * immediately. The second pass runs when no earlier read can still be in use. A failed pass is repeated.
 * Concurrent workers are harmless.
 */
@Injectable()
export class RedactionJob implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('redaction');
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.redactAll(),
    failed: (error) => this.log.warn(`cannot poll for redactions: ${error.message}`),
  });
  private readonly watch = new NodeWatch('shops_to_redact');
  /**
   * Time of the next attempt by redaction id. The delay limits load, because a failed pass also reads the
   * whole log.
   */
  private readonly failedUntil = new LRUCache<string, number>({ max: 10_000 });

  constructor(
    private readonly database: ShopDatabase,
    private readonly observer: DeliveryObserver,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  poll(): Promise<void> {
    return this.job.run();
  }

  private async redactAll(): Promise<void> {
    for (const shop_id of await this.shops()) {
      for (const redaction of await this.due(shop_id)) {
        if (this.job.isStopping) return;
        if (this.isBackingOff(redaction)) continue;
        // Continues with the other redactions after a failed redaction.
        await this.redact(redaction).catch((error: Error) => this.failed(redaction, error));
      }
    }
  }

  private async shops(): Promise<string[]> {
    if (this.database.topology.hasWorkerNodes) return (await this.watch.poll(this.database)).shops;
    return (await this.database.query<{ shop_id: string }>({}, shops)).map(({ shop_id }) => shop_id);
  }

  private isBackingOff({ id }: Row<Redaction>): boolean {
    return this.settings.clock.now() < (this.failedUntil.get(id) ?? 0);
  }

  private failed({ shop_id, id }: Row<Redaction>, error: Error): void {
    this.failedUntil.set(id, this.settings.clock.now() + RETRY_AFTER_MS);
    const what = `redaction ${id} of shop ${shop_id}`;
    this.observer.skipped({ kind: 'waiting_redaction', what, error });
  }

  private due(shop_id: string): Promise<Row<Redaction>[]> {
    const redactions = this.database.of({ shop_id }, Redaction).createQueryBuilder('r');
    return redactions.where({ shop_id, finished_at: IsNull() }).andWhere(due).orderBy('r.id').getMany();
  }

  /** Reports the event that announced the redaction. Redacting a customer again writes no further event. */
  private async announce({ shop_id, resource_id }: Row<Redaction>): Promise<void> {
    const [event] = await this.database.query<Omit<AnnouncedRedaction, 'shop_id' | 'resource_id'>>(
      { shop_id },
      { ...announcement, values: [shop_id, resource_id] },
    );
    if (event) await this.observer.redactionAnnounced({ shop_id, resource_id, ...event });
  }

  private async redact(redaction: Row<Redaction>): Promise<void> {
    const { shop_id, id, swept_at, resource_type, resource_id, requested_at } = redaction;
    if (swept_at === null) await this.announce(redaction);
    const found = await new RedactionPass(
      this.database,
      shop_id,
      redaction,
      () => this.job.isStopping,
    ).clear();
    const cleared = redaction.cleared + found;
    const rows = this.database.of({ shop_id }, Redaction);
    if (swept_at === null) {
      await rows.update({ shop_id, id }, { cleared, swept_at: () => 'now()' });
      return;
    }
    await this.observer.redacted({ shop_id, id, resource_type, resource_id, requested_at, cleared });
    await rows.update({ shop_id, id }, { cleared, finished_at: () => 'now()' });
  }
}
