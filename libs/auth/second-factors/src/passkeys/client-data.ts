import { createHash } from 'node:crypto';

/** What the browser says of a request, as far as we look at it before the library does. */
export interface ClientData {
  challenge: string;
  origin: string;
}

/** Of the JSON of a PublicKeyCredential; undefined where it is none, or comes from within a frame of another site. */
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

/** What challenges and credentials are found by. */
export function digestOf(text: string | Uint8Array): Buffer {
  return createHash('sha256').update(text).digest();
}
