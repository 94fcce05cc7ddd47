import type { StoreType } from '../../api/store';

/** What has a list of its own. */
export type ListedType = Exclude<StoreType, 'variants'>;

export const iconOf = { orders: 'orders', products: 'product', customers: 'person', codes: 'tag' } as const;
