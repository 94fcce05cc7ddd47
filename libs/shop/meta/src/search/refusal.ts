/**
 * Reasons for rejecting a `filter[meta]`, sent as `meta.reason` of the error so that clients can use their
 * own texts.
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
