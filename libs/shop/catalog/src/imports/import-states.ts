import type { States } from '@storewright/resources';

/**
 * State transitions of a CSV import that clients can request. Only the background job sets the states checked
 * and finished.
 */
export const importStates = {
  checking: ['cancelled'],
  checked: ['running', 'cancelled'],
  running: ['cancelled'],
  finished: [],
  cancelled: [],
} as const satisfies States;

export type ImportState = keyof typeof importStates;

/**
 * Kinds of CSV imports. A product import also writes variants. An inventory import writes the stock of
 * variants.
 */
export const importKinds = ['products', 'inventory'] as const;
export type ImportKind = (typeof importKinds)[number];
