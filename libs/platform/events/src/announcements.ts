import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ChannelListener, ShopDatabase } from '@storewright/database';
import { eventsChannel } from './notifier';

/** Injection token for the connection string of the shop database, on which LISTEN runs. */
export const SHOP_LISTEN_URL = Symbol('shop listen url');

/**
 * Receives Postgres notifications about new events of all processes. Listeners must also poll the database,
 * because notifications can get lost.
 */
@Injectable()
export class EventAnnouncements implements OnApplicationShutdown {
  private readonly log = new Logger('events');
  private readonly listeners: ((shop_id: string | undefined) => void)[] = [];
  private readonly connection: ChannelListener;
  private started?: Promise<void>;

  constructor(@Inject(SHOP_LISTEN_URL) url: string, database: ShopDatabase) {
    this.connection = new ChannelListener({
      url,
      applicationName: 'storewright-announcements',
      channels: [eventsChannel],
      onNotification: (shop_id) => this.announce(shop_id),
      // Notifications that were sent while the connection was closed are lost, so every shop may have new
      // events.
      onConnect: async () => this.announce(undefined),
    });
    database.onRecovered(() => this.started && this.connection.reconnect());
  }

  /**
   * Registers a listener for new events. The listener receives the shop id, or undefined if any shop may have
   * new events.
   */
  onEvents(listener: (shop_id: string | undefined) => void): void {
    this.listeners.push(listener);
  }

  /** Opens the LISTEN connection. Until the connection is open, listeners find new events by polling. */
  start(): void {
    this.started ??= this.connection.start().catch(({ message }: Error) => this.log.error(message));
  }

  onApplicationShutdown(): Promise<void> {
    return this.connection.stop();
  }

  private announce(shop_id: string | undefined): void {
    for (const each of this.listeners) each(shop_id);
  }
}
