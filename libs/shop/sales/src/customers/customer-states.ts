import type { States } from '@storewright/resources';

/**
 * Allowed transitions of the customer status. A redaction is permanent, so a redacted customer has no
 * transitions.
 */
export const customerStates = {
  active: ['disabled', 'redacted'],
  disabled: ['active', 'redacted'],
  redacted: [],
} as const satisfies States;

export type CustomerStatus = keyof typeof customerStates;
