import { createHash } from 'node:crypto';
import { sameText } from '@storewright/tokens';

/**
 * PKCE (RFC 7636) with S256 only: the challenge is the digest of a secret of the client that started the installation.
 */
export function isCodeChallenge(text: string): boolean {
  return /^[A-Za-z0-9_-]{43}$/.test(text);
}

export function isVerifierOf(challenge: string, verifier: string): boolean {
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  return sameText(createHash('sha256').update(verifier).digest('base64url'), challenge);
}
