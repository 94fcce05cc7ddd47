import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ivBytes = 12;
const tagBytes = 16;

/**
 * Encrypts and authenticates text with AES-256-GCM, so that stored tokens and cookies cannot be read or
 * changed.
 */
export class Seal {
  constructor(private readonly key: Buffer) {}

  /**
   * @param purpose Decryption requires the same purpose, so that a stored token cannot be used as a session
   * cookie.
   */
  seal(text: string, purpose: string): string {
    const iv = randomBytes(ivBytes);
    const cipher = createCipheriv('aes-256-gcm', this.key, iv).setAAD(Buffer.from(purpose));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
  }

  /**
   * Decrypts text from `seal`. Returns undefined if the key or the purpose is wrong, or if the text was
   * changed.
   */
  open(sealed: string, purpose: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < ivBytes + tagBytes) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.key, bytes.subarray(0, ivBytes), {
      authTagLength: tagBytes,
    });
    decipher.setAAD(Buffer.from(purpose)).setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes));
    try {
      return decipher.update(bytes.subarray(ivBytes + tagBytes), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }
}
