/** Kinds of transactions that a client can post. */
export const postedKinds = ['authorization', 'capture', 'refund', 'void'] as const;
export type PostedKind = (typeof postedKinds)[number];

/** Kinds of all transactions. Orders with gift codes write the last two kinds. */
export const transactionKinds = [...postedKinds, 'gift_card_redemption', 'gift_card_return'] as const;
export type TransactionKind = (typeof transactionKinds)[number];
