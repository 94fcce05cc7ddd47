import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import { ShopDatabase } from '@storewright/database';

/** NOTIFY channel of the shop database for new events. The payload is the shop id. */
export const eventsChannel = 'storewright_events';

const MIN_INTERVAL_MS = 20;

/**
 * Sends NOTIFY for new events after the commit, because NOTIFY within a write transaction would serialize the
 * commits. Listeners also poll, so a lost notification only delays events.
 */
@Injectable()
export class EventNotifier implements BeforeApplicationShutdown {
  private readonly log = new Logger('events');
  private readonly shops = new Set<string>();
  private timer?: NodeJS.Timeout;
  private nextAt = 0;
  private stopped = false;

  constructor(private readonly database: ShopDatabase) {}

  notify(shopId: string): void {
    if (this.stopped) return;
    this.shops.add(shopId);
    this.timer ??= setTimeout(
      () => void this.announce(),
      Math.max(0, this.nextAt - performance.now()),
    ).unref();
  }

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
    // NOTIFY makes the commit wait for a flush to disk. Asynchronous commit avoids the wait.
    const text = `WITH hurry AS MATERIALIZED (SELECT set_config('synchronous_commit', 'off', true))
      SELECT pg_notify($1, shop_id) FROM hurry, unnest($2::text[]) AS shop_id`;
    await this.database
      .query({}, { name: 'events-wake', text, values: [eventsChannel, shops] })
      .catch((error: Error) => this.log.debug(`cannot announce new events: ${error.message}`));
  }
}
