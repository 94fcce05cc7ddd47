import type { States } from '@storewright/resources';

/** Redaction is permanent. */
export const customerStates = {
  active: ['disabled', 'redacted'],
  disabled: ['active', 'redacted'],
  redacted: [],
} as const satisfies States;

export type CustomerStatus = keyof typeof customerStates;
