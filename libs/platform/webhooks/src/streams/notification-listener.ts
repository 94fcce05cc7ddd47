import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { credentialChannel } from '@storewright/access';
import { AuthDatabase, ChannelListener, ShopDatabase } from '@storewright/database';
import { authEventsChannel, eventsChannel, relayEvents, shopsToRelay } from '@storewright/events';
import { DeliveryScheduler } from './delivery-scheduler';
import { WebhookReceivers } from './webhook-receivers';
import { HEARTBEAT_MS } from './worker-lock';

/** Connection strings of the databases for LISTEN, and the public URL of the auth API for links in events. */
export interface RelayAddresses {
  auth: string;
  shop: string;
  authApi: string;
}
export const RELAY_ADDRESSES = Symbol('relay addresses');

/**
 * Receives Postgres notifications about new events and changed subscriptions, and wakes the scheduler. Copies
 * events from the outbox of the auth database to the event logs. Polling finds events whose notification was
 * lost.
 */
@Injectable()
export class NotificationListener implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly log = new Logger('webhooks');
  private readonly shopListener: ChannelListener;
  private readonly authListener: ChannelListener;
  /** Shops whose outbox events are being copied. The value is true if another copy must follow. */
  private readonly relaying = new Map<string, boolean>();
  /**
   * True after the first poll. A connection that opens later replaces a broken connection, so notifications
   * may have been lost.
   */
  private hasStarted = false;

  constructor(
    @Inject(RELAY_ADDRESSES) private readonly urls: RelayAddresses,
    private readonly auth: AuthDatabase,
    private readonly shop: ShopDatabase,
    private readonly receivers: WebhookReceivers,
    private readonly scheduler: DeliveryScheduler,
  ) {
    const own = { applicationName: 'storewright-hooks-listener', reconnectMs: scheduler.pace.listenAgainMs };
    this.shopListener = new ChannelListener({
      ...{ ...own, url: urls.shop, channels: [eventsChannel] },
      onNotification: (shop_id) => scheduler.wake(shop_id),
      idleMs: HEARTBEAT_MS,
      onConnect: async (client) => {
        await scheduler.lock.acquire(client);
        if (this.hasStarted) void scheduler.poll();
      },
      onDisconnect: () => scheduler.lock.lost(),
    });
    this.authListener = new ChannelListener({
      ...{ ...own, url: urls.auth, channels: [authEventsChannel, credentialChannel] },
      onNotification: (payload, channel) =>
        channel === authEventsChannel ? void this.relay(payload) : this.forgetReceivers(payload),
      onConnect: async () => void (this.hasStarted && this.poll()),
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    this.scheduler.setOnTick(() => void this.poll());
    this.shop.onRecovered(() => this.shopListener.reconnect());
    this.auth.onRecovered(() => this.authListener.reconnect());
    await Promise.all([this.shopListener.start(), this.authListener.start()]);
    await Promise.all([this.poll(), this.scheduler.poll()]);
    this.hasStarted = true;
  }

  /**
   * Runs after the last delivery attempt is stored. Closing the connection releases the advisory lock of this
   * worker, so that other workers can take over its webhook streams.
   */
  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.shopListener.stop(), this.authListener.stop()]);
  }

  private async poll(): Promise<void> {
    try {
      for (const shop_id of await shopsToRelay(this.auth)) void this.relay(shop_id);
    } catch (error) {
      this.log.warn(`cannot poll for events of the auth data: ${(error as Error).message}`);
    }
  }

  private async relay(shop_id: string): Promise<void> {
    if (this.relaying.has(shop_id)) return void this.relaying.set(shop_id, true);
    try {
      do {
        this.relaying.set(shop_id, false);
        const { carried, refused } = await relayEvents(this.auth, this.shop, shop_id, this.urls.authApi);
        if (carried > 0) this.scheduler.wake(shop_id);
        for (const { id, error } of refused)
          this.scheduler.observer.skipped({
            kind: 'refused_event',
            what: `event ${id} of shop ${shop_id}`,
            error,
          });
      } while (this.relaying.get(shop_id));
    } catch (error) {
      this.log.warn(`cannot relay events of auth data to shop ${shop_id}: ${(error as Error).message}`);
    } finally {
      this.relaying.delete(shop_id);
    }
  }

  private forgetReceivers(payload: string): void {
    try {
      this.receivers.forget(JSON.parse(payload) as { shop_id?: string; app_id?: string });
    } catch {
      this.log.warn('received a notification that is not JSON');
    }
  }
}
