import type { States } from '@storewright/resources';

/** Allowed transitions of the product status. All transitions are reversible. */
export const productStates = {
  draft: ['active', 'archived'],
  active: ['draft', 'archived'],
  archived: ['draft', 'active'],
} as const satisfies States;

export type ProductStatus = keyof typeof productStates;
