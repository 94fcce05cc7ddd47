import type { Right } from '@storewright/scopes';

/** Facts about objects of a shop that notify its members. */
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
    /** Right that members need to get the notification. */
    needs: Right;
    /** Type of the object. */
    type: string;
    /** True if members who have chosen nothing get the notification. */
    isChosen: boolean;
    /** True if the notification is also sent by mail. */
    isMailed: boolean;
    /** Maximum number of notifications of a member per hour. */
    perHour: number;
  }
>;

export type NoticeKind = keyof typeof noticeKinds;

/** A fact about an object of the shop. */
export interface Notice {
  kind: NoticeKind;
  id: string;
  /** Name of the object at this time, such as the number of an order. */
  name: string;
}

/** Receives the facts of committed transactions. */
export abstract class NoticeSink {
  abstract add(shopId: string, notice: Notice): void;
}
