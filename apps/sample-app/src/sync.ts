import { isApiError, NewEpochError, type Shop, shown } from '@storewright/sdk';
import type { Connections } from './connections';
import type { Database, ShopRow } from './database';
import { labelOrder } from './orders';

interface Log {
  warn(details: object, message: string): void;
}

/**
 * Keeps the copy of each shop's orders up to date: a first copy, then the events of the log from the last
 * position.
 */
export class Sync {
  private readonly running = new Map<string, Promise<void>>();
  private readonly wanted = new Set<string>();
  private readonly ending = new AbortController();
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly database: Database,
    private readonly connections: Connections,
    private readonly log: Log,
  ) {}

  /** Reads missed events after a start, then polls for events without a webhook. */
  start(pollSeconds: number): void {
    const all = () => this.database.shops().forEach(({ id }) => this.wake(id));
    all();
    this.timer = setInterval(all, pollSeconds * 1000);
  }

  /**
   * Waits for running work. Applied events are stored with their position, so the next start continues from
   * there.
   */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.wanted.clear();
    this.ending.abort();
    await Promise.all(this.running.values());
  }

  /**
   * Reads new events of a shop. Only one read runs at a time, and a call during a read starts one more read
   * afterwards.
   */
  wake(shopId: string): void {
    this.wanted.add(shopId);
    if (this.running.has(shopId)) return;
    const work = this.work(shopId).finally(() => this.running.delete(shopId));
    this.running.set(shopId, work);
  }

  private async work(shopId: string): Promise<void> {
    while (this.wanted.delete(shopId)) {
      const shop = this.database.shop(shopId);
      if (!shop) return;
      try {
        await this.connections.use(shop, (api) => this.catchUp(api, shop));
      } catch (error) {
        if (this.ending.signal.aborted) return;
        // Logs the error. The SDK has already retried, and the next tick of the timer continues.
        const { name, message } = error as Error;
        this.log.warn({ shop: shop.domain, error: `${name}: ${message}` }, 'the shop could not be read');
      }
    }
  }

  private async catchUp(api: Shop, { id, sequence, epoch }: ShopRow): Promise<void> {
    if (sequence === null || epoch === null) return this.copy(api, id);
    const { signal } = this.ending;
    try {
      for await (const event of api.events.tail({
        ...{ since: sequence, epoch },
        filter: { resource_type: 'orders' },
        follow: false,
        signal,
      })) {
        const isThere = event.event_type === 'orders.created' || event.event_type === 'orders.updated';
        const order = isThere ? labelOrder(shown(event.data)) : undefined;
        this.database.applyEvent(id, { orderId: event.resource_id, sequence: event.sequence }, order);
      }
    } catch (error) {
      // Copies again: the app was offline for more than 30 days, or the platform was restored or failed over
      // and assigns sequence numbers again.
      if (!isApiError(error, 'events_expired') && !(error instanceof NewEpochError)) throw error;
      await this.copy(api, id);
    }
  }

  /** Reads the end of the log before the orders, so that changes during the copy are applied afterwards. */
  private async copy(api: Shop, shopId: string): Promise<void> {
    const { signal } = this.ending;
    const end = await api.events.end({ signal });
    const orders = await api.orders
      .list({
        filter: { status: 'open', fulfillment_status: ['unfulfilled', 'partial'] },
        fields: { orders: ['number', 'status', 'fulfillment_status', 'shipping_address'] },
        page: { size: 100 },
        signal,
      })
      .toArray();
    const kept = orders.flatMap((order) => labelOrder(order) ?? []);
    this.database.replaceOrders(shopId, kept, end);
  }
}
