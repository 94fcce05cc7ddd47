import { BODY_LENGTH, CHECKSUM_LENGTH, parseToken, type PlainToken, prefixes, type TokenKind } from './token';

export interface TokenPattern {
  /** Name of the token pattern in the protocols of secret scanning services. */
  type: string;
  kind: TokenKind;
  /** Regular expression for a token, without lookaround, which RE2 and Hyperscan do not support. */
  pattern: string;
}

const digits = `[0-9A-Za-z]{${BODY_LENGTH + CHECKSUM_LENGTH}}`;

/** Patterns of all token kinds (docs/guides/token-patterns.md). */
export const tokenPatterns: readonly TokenPattern[] = Object.entries(prefixes).map(([kind, prefix]) => ({
  type: `storewright_${kind}`,
  kind: kind as TokenKind,
  pattern: prefix + digits,
}));

/** Matches every token, and also strings that look like a token but have a wrong checksum. */
const possibleToken = /sw[a-z]_[0-9A-Za-z]{46}/g;

export function tokensIn(text: string): PlainToken[] {
  return (text.match(possibleToken) ?? []).map(parseToken).filter((token) => token !== undefined);
}
