import type { States } from '@storewright/resources';

/** Allowed transitions of the product status. Every transition can be reversed. */
export const productStates = {
  draft: ['active', 'archived'],
  active: ['draft', 'archived'],
  archived: ['draft', 'active'],
} as const satisfies States;

export type ProductStatus = keyof typeof productStates;
