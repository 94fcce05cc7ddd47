export const stateFields = ['payment_status', 'fulfillment_status', 'status'] as const;

/** Steps that need no further input. */
export const steps = [
  'authorized',
  'paid',
  'voided',
  'partial',
  'fulfilled',
  'returned',
  'completed',
] as const;
