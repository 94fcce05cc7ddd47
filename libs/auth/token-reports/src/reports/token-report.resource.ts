import { Description, describeResource, Rule } from '@storewright/json-api';

export const MAX_REPORTED_TOKENS = 100;
/**
 * Maximum length of a reported token, longer than a token, because finders also copy surrounding characters.
 */
const MAX_TOKEN_LENGTH = 255;

function areTokens(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.length <= MAX_REPORTED_TOKENS &&
    value.every((each) => typeof each === 'string' && each.length <= MAX_TOKEN_LENGTH)
  );
}

export class CreateTokenReport {
  @Rule(
    'areTokens',
    areTokens,
    `a list of 1 to ${MAX_REPORTED_TOKENS} strings of at most ${MAX_TOKEN_LENGTH} characters`,
    {
      type: 'array',
      minItems: 1,
      maxItems: MAX_REPORTED_TOKENS,
      items: { type: 'string', maxLength: MAX_TOKEN_LENGTH },
    },
  )
  @Description('Leaked tokens, which were found in a public place. Strings that are not tokens are ignored.')
  tokens: string[];
}

export const tokenReports = describeResource({
  type: 'token_reports',
  description: 'A report of leaked tokens. GET cannot return it.',
  path: '/api/token_reports',
  attributes: {},
  create: CreateTokenReport,
});
