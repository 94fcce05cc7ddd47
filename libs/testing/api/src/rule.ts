import type { Exchange } from './exchange';

/** Describes how an exchange breaks a rule, or returns undefined. */
export type Rule = (exchange: Exchange) => string | undefined;
