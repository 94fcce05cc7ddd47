import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { ChannelListener, ShopDatabase } from '@storewright/database';
import { eventsChannel } from './notifier';

/** Injects the URL of the shop database for LISTEN. */
export const SHOP_LISTEN_URL = Symbol('shop listen url');

/**
 * Receives the announcements of new events from all processes. Opens its connection for the first listener.
 * An announcement can get lost, so listeners also poll.
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
      // Announcements before LISTEN were missed.
      onConnect: async () => this.announce(undefined),
    });
    database.onRecovered(() => this.started && this.connection.reconnect());
  }

  /**
   * Registers a listener that is called with the id of a shop with new events, or with undefined if any shop may have
   * new events.
   */
  onEvents(listener: (shop_id: string | undefined) => void): void {
    this.listeners.push(listener);
  }

  /** Opens the connection if it is not open. Without it, listeners find events by polling. */
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
