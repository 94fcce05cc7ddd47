/** Computes HMAC-SHA256 with Web Crypto, which every supported JavaScript runtime provides. */
export async function hmac(key: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const { subtle } = globalThis.crypto;
  const imported = await subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, data));
}

/** Compares two byte arrays in constant time. */
export function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  let different = one.length ^ other.length;
  for (let at = 0; at < one.length; at += 1) different |= one[at]! ^ (other[at] ?? 0);
  return different === 0;
}

export const toHex = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Decodes base64. Returns undefined for invalid input. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
