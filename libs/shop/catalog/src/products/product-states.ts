import type { States } from '@storewright/resources';

/** A product can be taken back to where it came from at any time. */
export const productStates = {
  draft: ['active', 'archived'],
  active: ['draft', 'archived'],
  archived: ['draft', 'active'],
} as const satisfies States;

export type ProductStatus = keyof typeof productStates;
