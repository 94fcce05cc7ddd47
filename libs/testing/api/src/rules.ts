import { documentRules } from './document-rules';
import { errorRules } from './error-rules';
import type { Exchange } from './exchange';
import { headerRules } from './header-rules';
import type { Rule } from './rule';

/** The rules of docs/json-api.md that every answer can be held to, by their ids. */
export const rules: Readonly<Record<string, Rule>> = { ...headerRules, ...documentRules, ...errorRules };

/** Every rule that the exchange breaks. */
export function brokenRules(exchange: Exchange): string[] {
  return Object.entries(rules).flatMap(([id, rule]) => {
    const fault = rule(exchange);
    return fault === undefined ? [] : [`${id}: ${fault}`];
  });
}
