export { isNonce, mintNonce } from './nonce';
export { open, sameText, seal, type SealingKeys, secretProof } from './sealed-secret';
export { TextSeal } from './sealed-text';
export { type TokenPattern, tokenPatterns, tokensIn } from './token-patterns';
export {
  deriveOAuthToken,
  deriveRefreshToken,
  deriveSessionToken,
  type Digest,
  digestBytes,
  digestOf,
  mintToken,
  parseToken,
  PlainToken,
  prefixes,
  type TokenKind,
} from './token';
