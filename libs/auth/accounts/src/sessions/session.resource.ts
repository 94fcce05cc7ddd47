import { describeResource, IsOptional, IsString, type Row } from '@storewright/json-api';
import { csrfToken } from './csrf';
import type { Session } from './signed-in';

export class CreateSession {
  @IsString(1, 320)
  email: string;

  @IsString(1, 1024)
  password: string;

  /** Of the authenticator app, or a recovery code, where the person has two-factor authentication. */
  @IsOptional()
  @IsString(6, 100)
  code?: string;
}

const attributes = {
  owner_id: 'string',
  email: 'string',
  csrf_token: 'string',
  created_at: 'timestamp',
  expires_at: 'timestamp',
} as const;

const described = {
  owner_id: { description: 'Who signed in.' },
  email: { description: 'With which the person signed in.' },
  csrf_token: { description: 'What each write of a browser sends as X-CSRF-Token.' },
  created_at: { description: 'When it began.' },
  expires_at: { description: 'When it ends by itself.' },
  token: { description: 'What a script sends as its bearer token.' },
};

export const sessions = describeResource({
  type: 'sessions',
  description: 'A person who is signed in.',
  described,
  path: '/api/sessions',
  attributes,
  create: CreateSession,
});

/** The answer to a sign-in: the only one with the token itself. */
export const startedSession = describeResource({
  type: 'sessions',
  name: 'StartedSession',
  description: 'A session that has just begun, with its token.',
  described,
  path: '/api/sessions',
  attributes: { ...attributes, token: 'string' },
  create: CreateSession,
});

export function sessionRow(session: Session): Row {
  return { ...session, csrf_token: csrfToken(session.token), token: session.token.reveal() };
}
