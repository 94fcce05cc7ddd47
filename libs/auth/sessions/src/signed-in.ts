import { createParamDecorator } from '@nestjs/common';
import { DeclareAccess, type GrantedRequest } from '@storewright/access';
import type { Language } from '@storewright/entities';
import { browserLanguage } from '@storewright/mail';
import type { PlainToken } from '@storewright/tokens';
import type { SessionKind } from './session.entity';

/** The signed-in person of a request, with the ids for audit log entries. */
export interface SignedInOwner {
  id: string;
  email: string;
  request_id: string;
  session_id: string;
  /** Language of emails to recipients who have not chosen one. null if the browser prefers no supported language. */
  browser_language: Language | null;
}

/** An active session. Times are strings in the format of Postgres. */
export interface ActiveSession {
  id: string;
  owner_id: string;
  email: string;
  token: PlainToken;
  created_at: string;
  expires_at: string;
  kind: SessionKind;
  /**
   * True if the person proved their identity within the last ten minutes. The person of a device session does
   * so in a browser.
   */
  is_recent: boolean;
  /** First refresh token of a device session. Present only when the session starts. */
  refresh_token?: PlainToken;
}

export interface SessionRequest extends GrantedRequest {
  session?: ActiveSession;
}

export function SignedIn(): MethodDecorator {
  return DeclareAccess({ kind: 'session' });
}

/**
 * Restricts a route to tokens. The route acts on the token in the Authorization header, which also
 * authenticates the request.
 */
export function HoldsToken(): MethodDecorator {
  return DeclareAccess({ kind: 'bearer' });
}

function sessionOf(request: SessionRequest): ActiveSession {
  if (!request.session) throw new Error('the route has no session: it must declare @SignedIn or @MemberMay');
  return request.session;
}

export const CurrentSession = createParamDecorator((_: unknown, context) =>
  sessionOf(context.switchToHttp().getRequest<SessionRequest>()),
);

export const CurrentOwner = createParamDecorator((_: unknown, context): SignedInOwner => {
  const request = context.switchToHttp().getRequest<SessionRequest>();
  return signedInOwner(request);
});

export function signedInOwner(request: SessionRequest): SignedInOwner {
  const { id: session_id, owner_id, email } = sessionOf(request);
  const browser_language = browserLanguage(request.headers['accept-language']);
  return { id: owner_id, email, request_id: request.id, session_id, browser_language };
}
