import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { firstIdAt, PeriodicJob, ShopDatabase } from '@storewright/database';
import { deleteOldEvents, RETENTION_MS, shopsWithEvents } from '@storewright/events';
import { DeletionClock } from '@storewright/retention';
import { ExpiredEvents } from './expired-events';
import { DeliveryObserver } from './observer';
import { WEBHOOK_SETTINGS, type WebhookSettings } from './settings';

const INTERVAL_MS = 6 * 60 * 60 * 1000;
/**
 * Minimum delay in milliseconds between the start of a worker and its first retention run. The maximum delay
 * is twice as long.
 */
const FIRST_RUN_AFTER_MS = 60_000;
/**
 * Retention time in milliseconds of stored responses to requests with an Idempotency-Key (docs/contract.md
 * §2).
 */
const ANSWER_RETENTION_MS = 24 * 60 * 60 * 1000;

const MAX_ROWS = 1_000;

/** Deletes old webhook deliveries. Finds them by their ids, because a UUIDv7 contains its time. */
const deleteOld = `
  WITH old AS MATERIALIZED (
    SELECT id FROM shop.webhook_deliveries WHERE shop_id = $1 AND id < $2::uuid AND status IN ('delivered', 'failed') ORDER BY id LIMIT ${MAX_ROWS}
  ), attempts AS (
    DELETE FROM shop.webhook_attempts WHERE shop_id = $1 AND delivery_id IN (SELECT id FROM old)
  )
  DELETE FROM shop.webhook_deliveries WHERE shop_id = $1 AND id IN (SELECT id FROM old) RETURNING 1`;

/**
 * Deletes stored responses to an Idempotency-Key after a day. Skips rows that a concurrent request has
 * locked, so that the deletion never waits for requests.
 */
const deleteAnswers = `
  DELETE FROM shop.idempotency_keys k USING (
    SELECT token_id, key FROM shop.idempotency_keys WHERE shop_id = $1 AND created_at <= $2::timestamptz
    LIMIT ${MAX_ROWS} FOR UPDATE SKIP LOCKED) old
  WHERE k.shop_id = $1 AND k.token_id = old.token_id AND k.key = old.key RETURNING 1`;
/** Deletes webhook streams of uninstalled apps after their last delivery was deleted. */
const deleteStreams = `
  DELETE FROM shop.webhook_streams s WHERE shop_id = $1 AND state = 'ended'
    AND NOT EXISTS (SELECT FROM shop.webhook_deliveries d WHERE d.shop_id = $1 AND d.installation_id = s.installation_id)
  RETURNING 1`;

/**
 * Deletes events and webhook deliveries after 30 days (docs/contract.md §6), and responses to an
 * Idempotency-Key after a day (§2). Informs shop owners and app developers before and after the deletion of
 * undelivered events.
 */
@Injectable()
export class Retention implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('webhooks');
  private readonly job = new PeriodicJob({
    everyMs: INTERVAL_MS,
    run: () => this.clear(),
    failed: (error) => this.log.warn(`cannot delete old events: ${error.message}`),
  });

  constructor(
    private readonly database: ShopDatabase,
    private readonly expiredEvents: ExpiredEvents,
    private readonly observer: DeliveryObserver,
    private readonly deletionClock: DeletionClock,
    @Inject(WEBHOOK_SETTINGS) private readonly settings: WebhookSettings,
  ) {}

  onApplicationBootstrap(): void {
    this.job.start(FIRST_RUN_AFTER_MS * (1 + this.settings.random()));
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.job.stop();
  }

  async clear(): Promise<void> {
    const now = await this.deletionClock.advance('shop', this.database);
    if (now === undefined) return;
    for (const shop_id of this.rotated(await shopsWithEvents(this.database))) {
      if (this.job.isStopping) return;
      // A locked or damaged row in one shop must not stop the deletion of expired rows in the other shops.
      await this.clearShop(shop_id, now).catch((error: Error) =>
        this.observer.skipped({ kind: 'uncleared_shop', what: `shop ${shop_id}`, error }),
      );
    }
  }

  private async clearShop(shop_id: string, now: number): Promise<void> {
    const before = now - RETENTION_MS;
    await this.expiredEvents.warn(shop_id, now);
    await this.expiredEvents.expire(shop_id, new Date(before));
    const deleted = () => deleteOldEvents(this.database, shop_id, new Date(before));
    while (!this.job.isStopping && (await deleted()) > 0);
    while (!this.job.isStopping && (await this.deleteDeliveries(shop_id, before)) === MAX_ROWS);
    const answersBefore = new Date(now - ANSWER_RETENTION_MS).toISOString();
    while (
      !this.job.isStopping &&
      (await this.delete(shop_id, 'answers-clear', deleteAnswers, answersBefore)) === MAX_ROWS
    );
    if (!this.job.isStopping) await this.delete(shop_id, 'streams-clear', deleteStreams);
  }

  /**
   * Starts with a random shop. Otherwise workers that are restarted often would never reach the last shops.
   */
  private rotated(shops: string[]): string[] {
    const at = Math.floor(this.settings.random() * shops.length);
    return [...shops.slice(at), ...shops.slice(0, at)];
  }

  private async deleteDeliveries(shop_id: string, before: number): Promise<number> {
    return this.delete(shop_id, 'webhook-clear', deleteOld, firstIdAt(before));
  }

  private async delete(shop_id: string, name: string, text: string, ...values: string[]): Promise<number> {
    return (await this.database.query({ shop_id }, { name, text, values: [shop_id, ...values] })).length;
  }
}
