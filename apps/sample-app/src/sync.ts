import { isApiError, NewEpochError, type Shop, shown } from '@storewright/sdk';
import type { Connections } from './connections';
import type { Database, ShopRow } from './database';
import { labelOrder } from './orders';

interface Log {
  warn(details: object, message: string): void;
}

/**
 * Keeps a copy of each shop's orders: copies all orders once, then applies events from the event log in
 * order.
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

  /**
   * Reads events that the app missed while it was stopped. Then polls the event log, because a webhook can be
   * lost.
   */
  start(pollSeconds: number): void {
    const all = () => this.database.shops().forEach(({ id }) => this.wake(id));
    all();
    this.timer = setInterval(all, pollSeconds * 1000);
  }

  /** Waits for running reads of event logs. The next start continues at the stored position. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.wanted.clear();
    this.ending.abort();
    await Promise.all(this.running.values());
  }

  /**
   * Reads new events of a shop. For each shop, one read runs at a time. A call during a read causes one more
   * read.
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
        // Only logs the error. The SDK has already retried the request, and the next poll retries the read.
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
      // Copies all orders again in two cases. The app was offline for longer than events are stored, or the
      // event log has a new epoch after a restore or failover.
      if (!isApiError(error, 'events_expired') && !(error instanceof NewEpochError)) throw error;
      await this.copy(api, id);
    }
  }

  /**
   * Reads the position of the newest event before the orders, so that changes during the copy are applied
   * afterwards.
   */
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
