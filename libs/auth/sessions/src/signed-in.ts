import { createParamDecorator } from '@nestjs/common';
import { DeclareAccess, type GrantedRequest } from '@storewright/access';
import type { Language } from '@storewright/entities';
import { browserLanguage } from '@storewright/mail';
import type { PlainToken } from '@storewright/tokens';
import type { SessionKind } from './session.entity';

/** The signed-in person of a request, as recorded in the audit log. */
export interface SignedInOwner {
  id: string;
  email: string;
  request_id: string;
  session_id: string;
  /**
   * Language of mails to recipients who have chosen no language. null if the browser prefers no language of
   * mails.
   */
  browser_language: Language | null;
}

/** An active session. Times are texts as the database prints them. */
export interface ActiveSession {
  id: string;
  owner_id: string;
  email: string;
  token: PlainToken;
  created_at: string;
  expires_at: string;
  kind: SessionKind;
  /**
   * True if the person proved their identity within the last ten minutes. For a device, the person proves it in a
   * browser.
   */
  is_recent: boolean;
  /** First refresh token of a device. Only the start of its session returns the token. */
  refresh_token?: PlainToken;
}

export interface SessionRequest extends GrantedRequest {
  session?: ActiveSession;
}

/** The route requires a signed-in person. */
export function SignedIn(): MethodDecorator {
  return DeclareAccess({ kind: 'session' });
}

/** The route acts on the token that the Authorization header contains. */
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

/** Returns the signed-in person. Throws if the route does not require one. */
export function signedInOwner(request: SessionRequest): SignedInOwner {
  const { id: session_id, owner_id, email } = sessionOf(request);
  const browser_language = browserLanguage(request.headers['accept-language']);
  return { id: owner_id, email, request_id: request.id, session_id, browser_language };
}
