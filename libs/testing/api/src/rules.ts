import { documentRules } from './document-rules';
import { errorRules } from './error-rules';
import type { Exchange } from './exchange';
import { headerRules } from './header-rules';
import type { Rule } from './rule';

/** Rules that apply to every response, keyed by rule ID in docs/json-api.md. */
export const rules: Readonly<Record<string, Rule>> = { ...headerRules, ...documentRules, ...errorRules };

/** Returns the IDs of the rules that the request or the response violates. */
export function brokenRules(exchange: Exchange): string[] {
  return Object.entries(rules).flatMap(([id, rule]) => {
    const fault = rule(exchange);
    return fault === undefined ? [] : [`${id}: ${fault}`];
  });
}
