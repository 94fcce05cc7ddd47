import type { FastifyRequest } from 'fastify';
import { sessionLifeSeconds } from './sessions';

/**
 * `__Host-` binds the cookie to exactly this host over https, so no neighbouring shop's host can plant one (RFC 6265bis §4.1.3.2). Browsers
 * refuse that prefix over plain http, where development lives.
 */
function cookieName({ protocol }: FastifyRequest): string {
  return protocol === 'https' ? '__Host-storewright_session' : 'storewright_session';
}

/** The value of the session cookie, or undefined. */
export function readSessionCookie(request: FastifyRequest): string | undefined {
  const name = cookieName(request);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === name) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** `Set-Cookie` with the token; without one it removes the cookie. Scripts of a page can't read it, other sites can't send it with a write. */
export function sessionCookie(request: FastifyRequest, token?: string): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  const life = token ? sessionLifeSeconds : 0;
  return `${cookieName(request)}=${token ?? ''}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secure}`;
}
