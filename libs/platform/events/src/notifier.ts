import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';

/** Channel of the shop database for new events. The payload is the shop id. */
export const eventsChannel = 'storewright_events';

const MIN_INTERVAL_MS = 20;

/**
 * Announces new events after a commit, because NOTIFY inside write transactions would serialize their
 * commits. Listeners also poll, so a lost announcement only delays the delivery of events.
 */
@Injectable()
export class EventNotifier implements BeforeApplicationShutdown {
  private readonly log = new Logger('events');
  private readonly shops = new Set<string>();
  private timer?: NodeJS.Timeout;
  private nextAt = 0;
  private stopped = false;

  constructor(private readonly database: ShopDatabase) {}

  /** Schedules an announcement. Several calls for one shop cause only one announcement. */
  notify(shopId: string): void {
    if (this.stopped) return;
    this.shops.add(shopId);
    this.timer ??= setTimeout(
      () => void this.announce(),
      Math.max(0, this.nextAt - performance.now()),
    ).unref();
  }

  /** Announces pending shops before the database closes. */
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
    // NOTIFY makes Postgres flush the commit to disk like a write. This transaction does not wait for the
    // disk.
    const text = `WITH hurry AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
      SELECT pg_notify($1, shop_id) FROM hurry, unnest($2::text[]) AS shop_id`;
    await this.database
      .query({}, { name: 'events-wake', text, values: [eventsChannel, shops] })
      .catch((error: Error) => this.log.debug(`cannot announce new events: ${error.message}`));
  }
}
