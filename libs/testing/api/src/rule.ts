import type { Exchange } from './exchange';

/** What an exchange breaks, in words; undefined where it keeps the rule. */
export type Rule = (exchange: Exchange) => string | undefined;
