import { createHash } from 'node:crypto';
import { sameText } from '@storewright/tokens';

/** True for a PKCE challenge with method S256 (RFC 7636): a base64url-encoded SHA-256 digest. */
export function isCodeChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

export function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return sameText(createHash('sha256').update(verifier).digest('base64url'), challenge);
}
