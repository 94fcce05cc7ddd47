import type { Resource } from './documents';
import type { Authored, OrderStates, Versioned } from './store';

export interface LineQuantity {
  line_index: number;
  quantity: number;
}

export type Transaction = Resource<
  Authored & {
    kind: 'authorization' | 'capture' | 'refund' | 'void' | 'gift_card_redemption' | 'gift_card_return';
    amount: number;
    currency_code: string;
    line_items: (LineQuantity & { restock: boolean })[] | null;
    note: string | null;
    reference: string | null;
  },
  Versioned
>;

export type Fulfillment = Resource<
  Authored & {
    status: 'fulfilled' | 'cancelled';
    line_items: LineQuantity[];
    carrier: string | null;
    tracking_number: string | null;
    tracking_url: string | null;
    cancelled_at: string | null;
    canceller_type: Authored['actor_type'];
    canceller_id: string | null;
    canceller_name: string | null;
  },
  Versioned
>;

export type OrderComment = Resource<Authored & { body: string | null }, Versioned>;

export type OrderEvent = Resource<
  Authored & {
    event_type: string;
    changed: string[];
    occurred_at: string;
    data: { attributes: OrderStates };
  }
>;
