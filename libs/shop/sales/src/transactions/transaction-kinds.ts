export const postedKinds = ['authorization', 'capture', 'refund', 'void'] as const;
export type PostedKind = (typeof postedKinds)[number];

/** All kinds of transactions. The last two are written by orders with gift codes. */
export const transactionKinds = [...postedKinds, 'gift_card_redemption', 'gift_card_return'] as const;
export type TransactionKind = (typeof transactionKinds)[number];
