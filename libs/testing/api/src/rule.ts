import type { Exchange } from './exchange';

/**
 * Checks a request and its response. Returns a description of the violation, or undefined if both conform.
 */
export type Rule = (exchange: Exchange) => string | undefined;
