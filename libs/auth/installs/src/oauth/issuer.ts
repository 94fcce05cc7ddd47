/**
 * Injection token for the URL of the auth API, which is the issuer for OAuth clients (RFC 8414 §2, RFC 9207).
 */
export const ISSUER = Symbol('issuer');
