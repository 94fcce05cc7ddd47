import type { States } from '@storewright/resources';

/** Changes of the state that clients can request. The import itself changes its state to checked and finished. */
export const importStates = {
  checking: ['cancelled'],
  checked: ['running', 'cancelled'],
  running: ['cancelled'],
  finished: [],
  cancelled: [],
} as const satisfies States;

export type ImportState = keyof typeof importStates;

/** Kinds of imports. An import of products also writes their variants. An import of inventory writes stock. */
export const importKinds = ['products', 'inventory'] as const;
export type ImportKind = (typeof importKinds)[number];
