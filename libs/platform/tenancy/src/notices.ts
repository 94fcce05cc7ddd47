import type { Right } from '@storewright/scopes';

/** Kinds of notifications to members of a shop, with the settings of each kind. */
export const noticeKinds = {
  order_placed: { needs: 'orders.get', type: 'orders', isChosen: false, isMailed: false, perHour: 1 },
  proposal_created: {
    needs: 'proposals.patch',
    type: 'proposals',
    isChosen: true,
    isMailed: true,
    perHour: 10,
  },
  variant_out_of_stock: {
    needs: 'variants.patch',
    type: 'variants',
    isChosen: true,
    isMailed: false,
    perHour: 10,
  },
} as const satisfies Record<
  string,
  {
    /** Permission that a member needs to receive the notification. */
    needs: Right;
    /** Type of the resource that the notification is about. */
    type: string;
    /** True if members without a notification setting receive the notification. */
    isChosen: boolean;
    isMailed: boolean;
    /** Maximum number of notifications of this kind per member and hour. */
    perHour: number;
  }
>;

export type NoticeKind = keyof typeof noticeKinds;

export interface Notice {
  kind: NoticeKind;
  id: string;
  /** Display name of the object at the time of the notification, such as an order number. */
  name: string;
}

/** Receives notifications after the transaction that created them has committed. */
export abstract class NoticeSink {
  abstract add(shopId: string, notice: Notice): void;
}
