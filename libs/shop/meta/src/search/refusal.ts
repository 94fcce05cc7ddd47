/** What can be wrong with a `filter[meta]`: `meta.reason` of the error, for clients that say it in words of their own. */
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
