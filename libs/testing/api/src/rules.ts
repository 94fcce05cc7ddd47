import { documentRules } from './document-rules';
import { errorRules } from './error-rules';
import type { Exchange } from './exchange';
import { headerRules } from './header-rules';
import type { Rule } from './rule';

/** Rules of docs/json-api.md that apply to every response, by ID. */
export const rules: Readonly<Record<string, Rule>> = { ...headerRules, ...documentRules, ...errorRules };

/** Returns all rules that the request or the response violates. */
export function brokenRules(exchange: Exchange): string[] {
  return Object.entries(rules).flatMap(([id, rule]) => {
    const fault = rule(exchange);
    return fault === undefined ? [] : [`${id}: ${fault}`];
  });
}
