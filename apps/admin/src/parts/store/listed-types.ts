import type { StoreType } from '../../api/store';

/** Types for which the panel has a list. */
export type ListedType = Exclude<StoreType, 'variants'>;

export const iconOf = { orders: 'orders', products: 'product', customers: 'person', codes: 'tag' } as const;
