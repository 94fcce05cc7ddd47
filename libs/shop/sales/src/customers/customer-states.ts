import type { States } from '@storewright/resources';

/** Allowed transitions. A redacted customer has none, because redaction is permanent. */
export const customerStates = {
  active: ['disabled', 'redacted'],
  disabled: ['active', 'redacted'],
  redacted: [],
} as const satisfies States;

export type CustomerStatus = keyof typeof customerStates;
