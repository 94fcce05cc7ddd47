import type { States } from '@storewright/resources';

/**
 * State transitions of an import that clients can request. Only the background job sets the states checked
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

/** Kinds of imports. Product imports also write variants. Inventory imports write the stock of variants. */
export const importKinds = ['products', 'inventory'] as const;
export type ImportKind = (typeof importKinds)[number];
