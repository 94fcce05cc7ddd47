/**
 * Injection token for the URL of the auth API, which identifies the API to clients (RFC 8414 §2, RFC 9207).
 */
export const ISSUER = Symbol('issuer');
