import type { States } from '@storewright/resources';

/** A redacted customer is nobody any more, so there is no way back. */
export const customerStates = {
  active: ['disabled', 'redacted'],
  disabled: ['active', 'redacted'],
  redacted: [],
} as const satisfies States;

export type CustomerStatus = keyof typeof customerStates;
