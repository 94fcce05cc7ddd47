import { hmac, toHex } from './hmac';

/**
 * Header `Secret-Proof` of an app with `require_proof`: HMAC-SHA256 of its token with its secret, in hex.
 */
export async function secretProof(token: string, appSecret: string): Promise<string> {
  const encoder = new TextEncoder();
  return toHex(await hmac(encoder.encode(appSecret), encoder.encode(token)));
}
