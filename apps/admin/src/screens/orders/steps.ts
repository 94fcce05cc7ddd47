export const stateFields = ['payment_status', 'fulfillment_status', 'status'] as const;

/** Those that ask for no more than a yes. */
export const steps = [
  'authorized',
  'paid',
  'voided',
  'partial',
  'fulfilled',
  'returned',
  'completed',
] as const;
