import { documentRules } from './document-rules';
import { errorRules } from './error-rules';
import type { Exchange } from './exchange';
import { headerRules } from './header-rules';
import type { Rule } from './rule';

/** Rules for every response, keyed by rule ID in docs/json-api.md. */
export const rules: Readonly<Record<string, Rule>> = { ...headerRules, ...documentRules, ...errorRules };

export function brokenRules(exchange: Exchange): string[] {
  return Object.entries(rules).flatMap(([id, rule]) => {
    const fault = rule(exchange);
    return fault === undefined ? [] : [`${id}: ${fault}`];
  });
}
