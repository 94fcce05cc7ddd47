import { hmac, toHex } from './hmac';

/** What an app with `require_proof` sends as `Secret-Proof`: the HMAC-SHA256 of its token under its secret, in hex. */
export async function secretProof(token: string, appSecret: string): Promise<string> {
  const encoder = new TextEncoder();
  return toHex(await hmac(encoder.encode(appSecret), encoder.encode(token)));
}
