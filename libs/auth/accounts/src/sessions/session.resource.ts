import { describeResource, IsString, type Row } from '@storewright/json-api';
import { csrfToken } from './csrf';
import type { Session } from './signed-in';

export class CreateSession {
  @IsString(1, 320)
  email: string;

  @IsString(1, 1024)
  password: string;
}

const attributes = {
  owner_id: 'string',
  email: 'string',
  csrf_token: 'string',
  created_at: 'timestamp',
  expires_at: 'timestamp',
} as const;

export const sessions = describeResource({
  type: 'sessions',
  path: '/api/sessions',
  attributes,
  create: CreateSession,
});

/** The answer to a sign-in: the only one with the token itself. */
export const startedSession = describeResource({
  type: 'sessions',
  name: 'StartedSession',
  path: '/api/sessions',
  attributes: { ...attributes, token: 'string' },
  create: CreateSession,
});

export function sessionRow(session: Session): Row {
  return { ...session, csrf_token: csrfToken(session.token), token: session.token.reveal() };
}
