import type { Row } from '@storewright/entities';
import { Description, describeResource, IsOmittable, IsText, type DocumentRow } from '@storewright/json-api';
import { csrfToken } from './csrf';
import { coarseNetwork, type Origin } from './origin';
import type { Session as StoredSession } from './session.entity';
import type { ActiveSession } from './signed-in';
import { browserOf, systemOf } from './user-agent';

export class CreateSession {
  @IsText(1, 320)
  @Description('Email address of the person who signs in.')
  email: string;

  @IsText(1, 1024)
  @Description('Password of the person who signs in.')
  password: string;

  @IsOmittable()
  @IsText(6, 100)
  @Description(
    'Code of an authenticator app, or a recovery code. Required if the person has two-factor authentication.',
  )
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
  device_name: 'string',
  user_agent: 'string',
  network: 'string',
  address: 'string',
  kind: 'string',
  is_current: 'boolean',
  is_recent: 'boolean',
} as const;

const described = {
  owner_id: { description: 'Id of the signed-in person.' },
  email: { description: 'Email address of the signed-in person.' },
  csrf_token: {
    description:
      'CSRF token that browsers send as X-CSRF-Token with every write. null unless the request uses this session.',
    isNullable: true,
  },
  created_at: { description: 'Time of the sign-in.' },
  last_used_at: { description: 'Time of the last request of the session, accurate to one minute.' },
  expires_at: { description: 'Time at which the session expires.' },
  browser: { description: 'Browser or program that signed in. null if unknown.', isNullable: true },
  system: { description: 'Operating system of the sign-in. null if unknown.', isNullable: true },
  device_name: {
    description:
      'Name of the device, as the command line reported it. null if it reported none, and for other sessions.',
    isNullable: true,
  },
  user_agent: { description: 'User-Agent header of the sign-in, up to 255 characters.', isNullable: true },
  network: {
    description: 'Approximate network of the sign-in: an IPv4 /24 or an IPv6 /48.',
    isNullable: true,
  },
  address: {
    description:
      'IP address of the current request, as the service sees it. null unless the request uses this session.',
    isNullable: true,
  },
  kind: {
    description: 'full, or device: started with a device code and limited to the routes of the command line.',
    values: ['full', 'device'],
  },
  is_current: { description: 'Whether the current request uses this session.' },
  is_recent: {
    description:
      'Whether the person proved their identity within the last ten minutes. While false, requests ' +
      'that require a step-up are rejected.',
  },
  token: { description: 'Session token. Scripts send it as their bearer token.' },
};

export const sessions = describeResource({
  type: 'sessions',
  description: 'The session of a signed-in person.',
  described,
  path: '/api/sessions',
  attributes,
  create: CreateSession,
});

/** The response to a sign-in is the only response with the session token. */
export const startedSession = describeResource({
  type: 'sessions',
  name: 'StartedSession',
  description: 'A new session with its token.',
  described,
  path: '/api/sessions',
  attributes: { ...attributes, token: 'string' },
  create: CreateSession,
});

export type ListedSession = Pick<
  Row<StoredSession>,
  'id' | 'owner_id' | 'kind' | 'created_at' | 'expires_at' | 'user_agent' | 'network' | 'device_name'
> & { last_used_at: string; is_recent: boolean };

/**
 * Returns the attributes of a session for a person. `current` must be a session of the same person. `address`
 * is the IP address of the request.
 */
export function shownSession(row: ListedSession, current: ActiveSession, address: string): DocumentRow {
  const is_current = row.id === current.id;
  const user_agent = row.user_agent ?? '';
  return {
    ...row,
    email: current.email,
    csrf_token: is_current ? csrfToken(current.token) : null,
    address: is_current ? address : null,
    browser: browserOf(user_agent),
    system: systemOf(user_agent),
    is_current,
  };
}

export function startedRow(session: ActiveSession, { address, user_agent }: Origin): DocumentRow {
  const network = coarseNetwork(address);
  const origin = { user_agent, network, device_name: null, last_used_at: session.created_at };
  return { ...shownSession({ ...session, ...origin }, session, address), token: session.token.reveal() };
}
