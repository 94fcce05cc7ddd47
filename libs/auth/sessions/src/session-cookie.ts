import type { FastifyRequest } from 'fastify';
import { SESSION_LIFE_SECONDS } from './sessions';

const session = 'storewright_session';

/**
 * The prefix `__Host-` binds a cookie to its host, so that the host of another shop cannot set the cookie
 * (RFC 6265bis §4.1.3.2). Browsers reject the prefix over plain HTTP, which development uses.
 */
function hostName({ protocol }: FastifyRequest, name: string): string {
  return protocol === 'https' ? `__Host-${name}` : name;
}

export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const wanted = hostName(request, name);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/**
 * Returns a `Set-Cookie` header for a cookie that scripts cannot read and that other sites cannot send with a
 * write request. `life` is in seconds, and 0 deletes the cookie.
 */
export function writtenCookie(
  request: FastifyRequest,
  { name, value, life }: { name: string; value: string; life: number },
): string {
  const secure = request.protocol === 'https' ? '; Secure' : '';
  return `${hostName(request, name)}=${value}; Path=/; HttpOnly; SameSite=Lax; Max-Age=${life}${secure}`;
}

export function readSessionCookie(request: FastifyRequest): string | undefined {
  return cookieOf(request, session);
}

/** Returns the `Set-Cookie` header for a session token. Without a token, the header deletes the cookie. */
export function sessionCookie(request: FastifyRequest, token?: string): string {
  const life = token ? SESSION_LIFE_SECONDS : 0;
  return writtenCookie(request, { name: session, value: token ?? '', life });
}
