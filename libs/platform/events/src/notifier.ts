import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';

/** Where the shop database announces that a shop has new events; the payload is the shop's id. */
export const eventsChannel = 'storewright_events';

/** Announcements are at least so far apart, in ms. */
const MIN_INTERVAL_MS = 20;

/**
 * Says after a commit that the shop has new events. Never in the transaction of a write: NOTIFY makes commits wait for each other. Nothing depends on it:
 * whoever listens also looks by itself.
 */
@Injectable()
export class EventNotifier implements BeforeApplicationShutdown {
  private readonly log = new Logger('events');
  private readonly shops = new Set<string>();
  private timer?: NodeJS.Timeout;
  private nextAt = 0;
  private stopped = false;

  constructor(private readonly database: ShopDatabase) {}

  /** Many calls for one shop make one announcement. */
  notify(shopId: string): void {
    if (this.stopped) return;
    this.shops.add(shopId);
    this.timer ??= setTimeout(
      () => void this.announce(),
      Math.max(0, this.nextAt - performance.now()),
    ).unref();
  }

  /** While the database is still open. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    if (this.shops.size) await this.announce();
  }

  private async announce(): Promise<void> {
    const shops = [...this.shops];
    this.shops.clear();
    this.timer = undefined;
    this.nextAt = performance.now() + MIN_INTERVAL_MS;
    // A transaction that announces is committed as if it had written; this one need not wait for the disk.
    const text = `WITH hurry AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
      SELECT pg_notify($1, shop_id) FROM hurry, unnest($2::text[]) AS shop_id`;
    await this.database
      .query({}, { name: 'events-wake', text, values: [eventsChannel, shops] })
      .catch((error: Error) => this.log.debug(`not announced: ${error.message}`));
  }
}
