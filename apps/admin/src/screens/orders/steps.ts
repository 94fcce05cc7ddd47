export const stateFields = ['payment_status', 'fulfillment_status', 'status'] as const;

/** Steps without further input. */
export const steps = [
  'authorized',
  'paid',
  'voided',
  'partial',
  'fulfilled',
  'returned',
  'completed',
] as const;
