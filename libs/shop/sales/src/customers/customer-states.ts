import type { States } from '@storewright/resources';

/** Allowed transitions of the customer status. Redaction is permanent, so a redacted customer has none. */
export const customerStates = {
  active: ['disabled', 'redacted'],
  disabled: ['active', 'redacted'],
  redacted: [],
} as const satisfies States;

export type CustomerStatus = keyof typeof customerStates;
