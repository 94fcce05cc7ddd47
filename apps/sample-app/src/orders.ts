import { createHash } from 'node:crypto';
import { isApiError, type Shown } from '@storewright/sdk';
import type { Connections } from './connections';
import type { Database, ShopRow } from './database';

/** An order that the app stores until the order is fulfilled. */
export interface LabelOrder {
  id: string;
  number: number;
  /** Lines of the shipping address, starting with the name. Empty if the order has no shipping address. */
  address: string[];
  printed: boolean;
}

type Order = Pick<Shown<'orders'>, 'id' | 'number' | 'status' | 'fulfillment_status' | 'shipping_address'>;

/**
 * Returns the order in the app's format, or undefined if the order is fulfilled, cancelled, or needs no
 * shipping.
 */
export function labelOrder(order: Order): LabelOrder | undefined {
  const isToSend = ['unfulfilled', 'partial'].includes(order.fulfillment_status);
  if (order.status !== 'open' || !isToSend) return undefined;
  return { id: order.id, number: order.number, address: addressOf(order), printed: false };
}

function addressOf({ shipping_address: address }: Order): string[] {
  if (!address) return [];
  const line = (...parts: (string | null | undefined)[]) => parts.filter(Boolean).join(' ');
  const name = line(address.first_name, address.last_name);
  const place = line(address.postal_code, address.city);
  const country = line(address.province, address.country_code);
  return [name, line(address.company), line(address.line1), line(address.line2), place, country].filter(
    Boolean,
  );
}

export const carrier = 'Storewright Parcel';

/**
 * Derives a tracking number from the order id, so that reprinted labels have the same number. A real app gets
 * the number from a carrier.
 */
export function trackingNumberOf({ id }: { id: string }): string {
  const hash = createHash('sha256').update(id).digest();
  return `SW${(hash.readBigUInt64BE() % 10n ** 15n).toString().padStart(15, '0')}`;
}

export class Shipping {
  constructor(
    private readonly database: Database,
    private readonly connections: Connections,
  ) {}

  /**
   * Writes the tracking numbers into the meta of the orders, where the shop and its other apps can read them.
   * Returns the orders that have an address.
   */
  async announce(shop: ShopRow, ids: string[]): Promise<LabelOrder[]> {
    const orders = this.database.selected(shop.id, ids).filter(({ address }) => address.length > 0);
    await this.connections.use(shop, async (api) => {
      for (const order of orders) {
        const tracking = { carrier, tracking_number: trackingNumberOf(order) };
        await api.metaOf({ type: 'orders', id: order.id }).set(tracking);
        this.database.markPrinted(shop.id, order.id);
      }
    });
    return orders;
  }

  /**
   * Marks orders as fulfilled. `refused` contains the numbers of orders that the API rejects, because they are
   * cancelled or deleted.
   */
  async fulfil(shop: ShopRow, ids: string[]): Promise<{ done: number[]; refused: number[] }> {
    const result = { done: [] as number[], refused: [] as number[] };
    await this.connections.use(shop, async (api) => {
      for (const { id, number } of this.database.selected(shop.id, ids)) {
        try {
          await api.orders.update(id, { fulfillment_status: 'fulfilled' });
          result.done.push(number);
        } catch (error) {
          if (!isApiError(error, 'illegal_transition') && !isApiError(error, 'not_found')) throw error;
          result.refused.push(number);
        }
        this.database.removeOrder(shop.id, id);
      }
    });
    return result;
  }
}
