import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import {
  accessOf,
  bearerOf,
  challenge,
  invalidToken,
  isOpenToDevices,
  needsStepUp,
} from '@storewright/access';
import { ApiError } from '@storewright/json-api';
import { parseToken, type PlainToken } from '@storewright/tokens';
import { AdminPanel } from './admin-panel';
import { checkCsrfToken, checkOrigin } from './csrf';
import { readSessionCookie } from './session-cookie';
import { Sessions } from './sessions';
import type { SessionRequest } from './signed-in';
import { deviceNotAllowed, stepUpOfDevice } from './step-up/refused-device';
import { stepUpRequired } from './step-up/step-up-required';

const safeMethods = ['GET', 'HEAD', 'OPTIONS'];

/** session → owner, or 401; a write with the cookie also proves that it comes from a page of ours, or 403; so does one that needs a step-up without one. */
@Injectable()
export class SessionGuard implements CanActivate {
  constructor(
    private readonly sessions: Sessions,
    private readonly panel: AdminPanel,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const access = accessOf(context);
    const request = context.switchToHttp().getRequest<SessionRequest>();
    // Who holds the token was BearerGuard's question; a client or a form proves itself in its route. There are no routes by scope here.
    if (access.kind !== 'session' || request.grant) return access.kind !== 'scope';
    const { token, fromCookie } = credentialOf(request);
    const session = token && (await this.sessions.find(token));
    if (!session) throw invalidToken('The session is unknown or has ended; sign in again.');
    if (fromCookie && !safeMethods.includes(request.method)) {
      checkOrigin(request, this.panel);
      checkCsrfToken(request.headers['x-csrf-token'], token);
    }
    if (!session.is_recent && needsStepUp(context))
      throw session.kind === 'device' ? stepUpOfDevice() : stepUpRequired();
    if (session.kind === 'device' && !isOpenToDevices(context)) throw deviceNotAllowed();
    request.session = session;
    return true;
  }
}

/** The Authorization header is looked at first: who sends it is no browser that was tricked, so it needs no CSRF proof. */
function credentialOf(request: SessionRequest): { token: PlainToken | undefined; fromCookie: boolean } {
  if (request.headers.authorization !== undefined)
    return { token: ofSession(bearerOf(request)), fromCookie: false };
  const cookie = readSessionCookie(request);
  if (cookie === undefined) {
    throw new ApiError('unauthorized', {
      detail:
        'Sign in with POST /api/sessions, and send the cookie or "Authorization: Bearer <session token>".',
      headers: { 'www-authenticate': challenge() },
    });
  }
  return { token: ofSession(parseToken(cookie)), fromCookie: true };
}

function ofSession(token: PlainToken | undefined): PlainToken | undefined {
  return token?.kind === 'session' ? token : undefined;
}
