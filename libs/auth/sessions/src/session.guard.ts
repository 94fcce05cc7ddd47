import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import {
  accessOf,
  bearerOf,
  challenge,
  deviceAccessOf,
  invalidToken,
  needsStepUp,
} from '@storewright/access';
import { ApiError } from '@storewright/json-api';
import { parseToken, type PlainToken } from '@storewright/tokens';
import { AdminPanel } from './admin-panel';
import { checkCsrfToken, checkOrigin } from './csrf';
import { readSessionCookie } from './session-cookie';
import { Sessions } from './sessions';
import type { SessionRequest } from './signed-in';
import { deviceNotAllowed } from './step-up/device-errors';
import { stepUpRequired } from './step-up/step-up-required';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/**
 * Authenticates sessions. Throws 401 without an active session. Throws 403 for a write with the session cookie
 * from outside of the admin panel, and for a missing step-up authentication.
 */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: Sessions,
    private readonly panel: AdminPanel,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(context);
    const request = context.switchToHttp().getRequest<SessionRequest>();
    // Rejects routes that require a scope, because routes of the auth API require no scopes. BearerGuard has
    // already authenticated shop tokens. Routes without a session authenticate their clients themselves.
    if (access.kind !== 'session' || request.grant) return access.kind !== 'scope';
    const { token, fromCookie } = credentialOf(request);
    const session = token && (await this.sessions.find(token));
    if (!session) throw invalidToken('The session is unknown or has ended. Sign in again.');
    if (fromCookie && !safeMethods.includes(request.method)) {
      checkOrigin(request, this.panel);
      checkCsrfToken(request.headers['x-csrf-token'], token);
    }
    const isDevice = session.kind === 'device';
    if (isDevice && !deviceAccessOf(context)) throw deviceNotAllowed();
    if (!session.is_recent && needsStepUp(context)) throw stepUpRequired(session.kind);
    request.session = session;
    return true;
  }
}

/**
 * Prefers the Authorization header to the session cookie. Browsers never send this header on their own, so
 * the request needs no CSRF token.
 */
function credentialOf(request: SessionRequest): { token: PlainToken | undefined; fromCookie: boolean } {
  if (request.headers.authorization !== undefined)
    return { token: ofSession(bearerOf(request)), fromCookie: false };
  const cookie = readSessionCookie(request);
  if (cookie === undefined) {
    throw new ApiError('unauthorized', {
      detail:
        'The request needs a session. Sign in with POST /api/sessions. ' +
        'Then send the session cookie or "Authorization: Bearer <session token>".',
      headers: { 'www-authenticate': challenge() },
    });
  }
  return { token: ofSession(parseToken(cookie)), fromCookie: true };
}

function ofSession(token: PlainToken | undefined): PlainToken | undefined {
  return token?.kind === 'session' ? token : undefined;
}
