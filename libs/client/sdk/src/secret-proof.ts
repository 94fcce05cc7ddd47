import { hmac, toHex } from './hmac';

/**
 * Returns the header `Secret-Proof` for an app with `require_proof`: the HMAC-SHA256 of the token with the
 * app's secret, in hexadecimal.
 */
export async function secretProof(token: string, appSecret: string): Promise<string> {
  const encoder = new TextEncoder();
  return toHex(await hmac(encoder.encode(appSecret), encoder.encode(token)));
}
