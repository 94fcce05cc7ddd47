import type { FastifyRequest } from 'fastify';
import { sessionLifeSeconds } from './sessions';

const session = 'storewright_session';

/**
 * `__Host-` binds the cookie to exactly this host over https, so no neighbouring shop's host can plant one (RFC 6265bis §4.1.3.2). Browsers
 * refuse that prefix over plain http, where development lives.
 */
function hostName({ protocol }: FastifyRequest, name: string): string {
  return protocol === 'https' ? `__Host-${name}` : name;
}

/** The value of a cookie of ours, or undefined. */
export function cookieOf(request: FastifyRequest, name: string): string | undefined {
  const wanted = hostName(request, name);
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const at = pair.indexOf('=');
    if (pair.slice(0, at).trim() === wanted) return pair.slice(at + 1).trim();
  }
  return undefined;
}

/** `Set-Cookie`. Scripts of a page can't read it, other sites can't send it with a write. `life`: in seconds; 0 removes it. */
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

/** `Set-Cookie` with the token; without one it removes the cookie. */
export function sessionCookie(request: FastifyRequest, token?: string): string {
  const life = token ? sessionLifeSeconds : 0;
  return writtenCookie(request, { name: session, value: token ?? '', life });
}
