import type { StoreType } from '../../api/store';

export type ListedType = Exclude<StoreType, 'variants'>;

export const iconOf = { orders: 'orders', products: 'product', customers: 'person', codes: 'tag' } as const;
