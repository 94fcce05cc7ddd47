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

const INTERVAL_MS = 3_000;
const RETRY_AFTER_MS = 30_000;

/**
 * SQL condition for redactions that are due. Must equal the condition in the SQL function
 * `shop.shops_to_redact`.
 */
const due = `(r.swept_at IS NULL OR r.requested_at < now() - interval '5 minutes')`;
/**
 * SQL query for the event that requested a redaction. The conditions on `sequence` make Postgres use an index
 * for each case.
 */
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
 * Redacts the copies of an object's personal data in events, webhook deliveries and stored responses. A first
 * pass runs immediately. A second pass runs five minutes later, when all processes have dropped the data that
 * they read before the first pass. Concurrent workers are harmless.
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
   * Time of the next attempt, keyed by the id of a failed redaction. The delay limits the load, because every
   * attempt reads the whole event log.
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
        // An error in one redaction must not stop the next redactions.
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

  /**
   * Forwards the event that requested the redaction to the observer, which asks apps to erase their copies.
   */
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
