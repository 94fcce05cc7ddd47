export const postedKinds = ['authorization', 'capture', 'refund', 'void'] as const;
export type PostedKind = (typeof postedKinds)[number];

/**
 * All kinds of payment transactions. Clients cannot create the last two kinds, which the API writes for
 * orders with gift codes.
 */
export const transactionKinds = [...postedKinds, 'gift_card_redemption', 'gift_card_return'] as const;
export type TransactionKind = (typeof transactionKinds)[number];
