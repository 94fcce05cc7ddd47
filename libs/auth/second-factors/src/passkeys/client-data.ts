import { createHash } from 'node:crypto';

/** Client data of a WebAuthn response, parsed before the WebAuthn library verifies the response. */
export interface ClientData {
  challenge: string;
  origin: string;
}

/**
 * Parses the client data of a WebAuthn response. Returns undefined for invalid data and for a frame of
 * another site.
 */
export function clientDataOf(response: object): ClientData | undefined {
  const { clientDataJSON } = (response as { response: { clientDataJSON: string } }).response;
  try {
    const text = Buffer.from(clientDataJSON, 'base64url').toString('utf8');
    const { challenge, origin, crossOrigin } = JSON.parse(text) as Record<string, unknown>;
    if (typeof challenge !== 'string' || typeof origin !== 'string' || crossOrigin === true) return undefined;
    return { challenge, origin };
  } catch {
    return undefined;
  }
}

/** Returns the digest of a passkey challenge or credential id, which is the database key of its row. */
export function digestOf(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}
