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
    needs: Right;
    type: string;
    /** True if members receive the notification unless they turn it off. */
    isChosen: boolean;
    isMailed: boolean;
    perHour: number;
  }
>;

export type NoticeKind = keyof typeof noticeKinds;

export interface Notice {
  kind: NoticeKind;
  id: string;
  /** Display name of the object when the notification was created, such as an order number. */
  name: string;
}

export abstract class NoticeSink {
  abstract add(shopId: string, notice: Notice): void;
}
