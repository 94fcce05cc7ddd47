import type { StoreType } from '../../api/store';

/** Resource types that have a list in the panel. */
export type ListedType = Exclude<StoreType, 'variants'>;

export const iconOf = { orders: 'orders', products: 'product', customers: 'person', codes: 'tag' } as const;
