import type { Row as StoredRow } from '@storewright/entities';
import { Description, describeResource, IsOmittable, IsText, type Row } from '@storewright/json-api';
import { csrfToken } from './csrf';
import { coarseNetwork, type Origin } from './origin';
import type { Session as StoredSession } from './session.entity';
import type { ActiveSession } from './signed-in';
import { browserOf, systemOf } from './user-agent';

export class CreateSession {
  @IsText(1, 320)
  @Description('Email address of the person.')
  email: string;

  @IsText(1, 1024)
  @Description('Password of the person.')
  password: string;

  /** Of the authenticator app, or a recovery code, where the person has two-factor authentication. */
  @IsOmittable()
  @IsText(6, 100)
  @Description('Code of an authenticator app, or a recovery code.')
  code?: string;
}

const attributes = {
  owner_id: 'string',
  email: 'string',
  csrf_token: 'string',
  created_at: 'timestamp',
  last_used_at: 'timestamp',
  expires_at: 'timestamp',
  browser: 'string',
  system: 'string',
  user_agent: 'string',
  network: 'string',
  kind: 'string',
  is_current: 'boolean',
  is_recent: 'boolean',
} as const;

const described = {
  owner_id: { description: 'Who signed in.' },
  email: { description: 'With which the person signed in.' },
  csrf_token: {
    description:
      'What each write of a browser sends as X-CSRF-Token; null of a session that is not that of the request.',
    isNullable: true,
  },
  created_at: { description: 'When it began.' },
  last_used_at: { description: 'When it was last used, to the minute.' },
  expires_at: { description: 'When it ends by itself.' },
  browser: { description: 'The browser or program of the sign-in, where it is known.', isNullable: true },
  system: { description: 'What it ran on, where that is known.', isNullable: true },
  user_agent: { description: 'What the browser called itself, up to 255 characters.', isNullable: true },
  network: { description: 'From about where: of IPv4 the /24, of IPv6 the /48.', isNullable: true },
  kind: {
    description:
      'full, or device: signed in by a device code, which allows only what the command line needs.',
    values: ['full', 'device'],
  },
  is_current: { description: 'Whether it is the session of the request.' },
  is_recent: {
    description:
      'Whether the person proved who they are within the last ten minutes. Requests that require a step-up are refused while this is false.',
  },
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

/** What a list reads of a session. */
export type ListedSession = Pick<
  StoredRow<StoredSession>,
  'id' | 'owner_id' | 'kind' | 'created_at' | 'expires_at' | 'user_agent' | 'network'
> & { last_used_at: string; is_recent: boolean };

/** One of the person whose request this is, as `current`. */
export function shownSession(row: ListedSession, current: ActiveSession): Row {
  const is_current = row.id === current.id;
  const user_agent = row.user_agent ?? '';
  return {
    ...row,
    email: current.email,
    csrf_token: is_current ? csrfToken(current.token) : null,
    browser: browserOf(user_agent),
    system: systemOf(user_agent),
    is_current,
  };
}

/** One that has just begun. */
export function startedRow(session: ActiveSession, { address, user_agent }: Origin): Row {
  const origin = { user_agent, network: coarseNetwork(address), last_used_at: session.created_at };
  return { ...shownSession({ ...session, ...origin }, session), token: session.token.reveal() };
}
