/** The address of the auth API, by which clients know it (RFC 8414 §2, RFC 9207). */
export const ISSUER = Symbol('issuer');
