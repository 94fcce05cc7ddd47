import { createParamDecorator } from '@nestjs/common';
import { DeclareAccess, type GrantedRequest } from '@storewright/access';
import type { Language } from '@storewright/entities';
import { browserLanguage } from '@storewright/mail';
import type { PlainToken } from '@storewright/tokens';
import type { SessionKind } from './session.entity';

/** The signed-in person of a request, and the request: what the audit log writes down about who did something. */
export interface SignedInOwner {
  id: string;
  email: string;
  request_id: string;
  /** For mails to who has chosen no language; null: the browser asks for none that mails are written in. */
  browser_language: Language | null;
}

/** A living session; times as the database prints them. */
export interface ActiveSession {
  id: string;
  owner_id: string;
  email: string;
  token: PlainToken;
  created_at: string;
  expires_at: string;
  kind: SessionKind;
  /** The person has proved who they are in the last ten minutes; never true of a device. */
  is_recent: boolean;
}

export interface SessionRequest extends GrantedRequest {
  session?: ActiveSession;
}

/** The route needs a signed-in person. */
export function SignedIn(): MethodDecorator {
  return DeclareAccess({ kind: 'session' });
}

/** The route is about the token in the Authorization header. */
export function HoldsToken(): MethodDecorator {
  return DeclareAccess({ kind: 'bearer' });
}

function sessionOf(request: SessionRequest): ActiveSession {
  if (!request.session) throw new Error('the route has no session: does it declare @SignedIn or @MemberMay?');
  return request.session;
}

export const CurrentSession = createParamDecorator((_: unknown, context) =>
  sessionOf(context.switchToHttp().getRequest<SessionRequest>()),
);

export const CurrentOwner = createParamDecorator((_: unknown, context): SignedInOwner => {
  const request = context.switchToHttp().getRequest<SessionRequest>();
  return signedInOwner(request);
});

/** The signed-in person. Throws if the route does not declare that it needs one. */
export function signedInOwner(request: SessionRequest): SignedInOwner {
  const { owner_id, email } = sessionOf(request);
  const browser_language = browserLanguage(request.headers['accept-language']);
  return { id: owner_id, email, request_id: request.id, browser_language };
}
