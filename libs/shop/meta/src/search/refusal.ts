/**
 * Reasons for rejecting a `filter[meta]`. `meta.reason` of the error contains the reason, so that clients can
 * show their own texts.
 */
export const refusals = [
  'no_json',
  'too_many_conditions',
  'no_condition',
  'unknown_member',
  'invalid_key',
  'invalid_operator',
  'missing_value',
  'invalid_value',
  'number_out_of_range',
  'no_order',
  'invalid_text',
] as const;
export type Refusal = (typeof refusals)[number];
