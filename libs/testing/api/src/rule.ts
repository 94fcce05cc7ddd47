import type { Exchange } from './exchange';

/** Describes how a request or response violates a rule. Returns undefined if it conforms. */
export type Rule = (exchange: Exchange) => string | undefined;
