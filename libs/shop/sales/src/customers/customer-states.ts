import type { States } from '@storewright/resources';

/** Allowed transitions of the customer status. A redacted customer has none, because redaction is permanent. */
export const customerStates = {
  active: ['disabled', 'redacted'],
  disabled: ['active', 'redacted'],
  redacted: [],
} as const satisfies States;

export type CustomerStatus = keyof typeof customerStates;
