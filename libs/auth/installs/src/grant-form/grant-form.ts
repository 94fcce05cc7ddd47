import { ApiError, codePoints, isStorable, isUuid, type Render } from '@storewright/json-api';
import { isScope } from '@storewright/scopes';
import type { FastifyRequest } from 'fastify';
import type { ConsentOutdated } from '../installations/consent-outdated';
import type { Authorization } from '../installations/grants';
import { MAX_STATE_LENGTH } from '../installations/installation.resource';
import { isCodeChallenge } from '../oauth/code-challenge';
import { readForm } from '../oauth/form';

/** Fields of the form on the grant screen. The shop owner submits the form with "Install" or "Cancel". */
export interface GrantForm {
  csrf_token?: string | undefined;
  shop_id: string;
  app_id: string;
  scopes: string[];
  /**
   * Scopes that the grant screen showed as granted. null if the screen showed that the app is not installed.
   */
  granted_scopes: string[] | null;
  optional_scopes: string[];
  state?: string | undefined;
  authorization?: Authorization | undefined;
  isDenied: boolean;
}

const id = { type: 'string', format: 'uuid' };
const text = { type: 'string' };

export const grantFormBody = {
  mediaType: 'application/x-www-form-urlencoded',
  schema: {
    type: 'object',
    properties: {
      csrf_token: text,
      shop_id: id,
      app_id: id,
      scopes: { type: 'string', description: 'Granted scopes, separated by spaces.' },
      granted_scopes: {
        type: 'string',
        description:
          'Scopes that the screen showed as granted, separated by spaces. Absent if the screen showed that the app ' +
          'is not installed. The grant is rejected if the installation has changed.',
      },
      optional_scopes: {
        type: 'string',
        description:
          'Optional scopes that the app requested this time, separated by spaces. The grant screen highlights them.',
      },
      state: { type: 'string', maxLength: MAX_STATE_LENGTH },
      decision: { const: 'denied' },
      response_type: { const: 'code' },
      redirect_uri: {
        type: 'string',
        format: 'uri',
        description: 'Redirect URI from the authorization request of an agent.',
      },
      code_challenge: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' },
    },
    required: ['shop_id', 'app_id'],
  },
};

/**
 * Throws `malformed_request` if a field of the grant form is missing or has a value that the grant screen
 * never sends.
 */
export function readGrantForm(request: FastifyRequest): GrantForm {
  const form = readForm(request);
  const id = (field: string): string => {
    const value = form.get(field)?.toLowerCase() ?? '';
    if (!isUuid(value)) throw malformed(`The field ${field} must be a UUID.`);
    return value;
  };
  const state = form.get('state');
  if (state !== undefined && (codePoints(state) > MAX_STATE_LENGTH || !isStorable(state)))
    throw malformed(`The field state must have at most ${MAX_STATE_LENGTH} characters.`);
  return {
    csrf_token: form.get('csrf_token'),
    shop_id: id('shop_id'),
    app_id: id('app_id'),
    scopes: namesIn(form, 'scopes'),
    granted_scopes: form.has('granted_scopes') ? namesIn(form, 'granted_scopes') : null,
    optional_scopes: namesIn(form, 'optional_scopes').filter(isScope),
    state,
    authorization: authorizationOf(form),
    isDenied: isDenied(form),
  };
}

const namesIn = (form: ReadonlyMap<string, string>, field: string): string[] =>
  (form.get(field) ?? '').split(' ').filter((name) => name !== '');

function isDenied(form: ReadonlyMap<string, string>): boolean {
  const decision = form.get('decision');
  if (decision !== undefined && decision !== 'denied')
    throw malformed('The field decision must be "denied".');
  return decision === 'denied';
}

/**
 * Returns the OAuth fields of the grant form, or undefined if the installation did not start as an OAuth
 * request (`GET /oauth/authorize`).
 */
function authorizationOf(form: ReadonlyMap<string, string>): Authorization | undefined {
  const [type, code_challenge] = [form.get('response_type'), form.get('code_challenge')];
  if (type === undefined && code_challenge === undefined) return undefined;
  if (type !== 'code') throw malformed('The field response_type must be "code".');
  if (code_challenge !== undefined && !isCodeChallenge(code_challenge))
    throw malformed('The field code_challenge must be 43 characters of base64url.');
  return { code_challenge, redirect_uri: form.get('redirect_uri') };
}

/**
 * Returns the URL of the grant screen for a submitted form. `changed` highlights changed scopes, and
 * `isUnproved` reports that the installation requires step-up authentication.
 */
export function grantScreen(
  {
    app_id,
    scopes,
    optional_scopes,
    state,
    authorization,
  }: Omit<GrantForm, 'csrf_token' | 'shop_id' | 'granted_scopes' | 'isDenied'>,
  { changed, isUnproved = false }: { changed?: ConsentOutdated['changed']; isUnproved?: boolean } = {},
): string {
  const query = new URLSearchParams();
  if (changed) query.set('changed', changed === 'app' ? '1' : changed);
  if (isUnproved) query.set('step_up', '1');
  if (state !== undefined) query.set('state', state);
  if (authorization) query.set('response_type', 'code');
  if (authorization?.code_challenge !== undefined) query.set('code_challenge', authorization.code_challenge);
  if (authorization?.redirect_uri !== undefined) query.set('redirect_uri', authorization.redirect_uri);
  if (optional_scopes.length > 0) query.set('optional_scopes', optional_scopes.join(' '));
  if (changed) query.set('shown', scopes.join(' '));
  return `/oauth/${app_id}${query.size > 0 ? `?${query}` : ''}`;
}

/**
 * Redirects the browser with a GET request (RFC 9110 §15.4.4). The headers prevent caching and Referer
 * headers, because the location can contain a nonce.
 */
export function seeOther(location: string): Render {
  const headers = { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' };
  return () => ({ status: 303, headers });
}

function malformed(detail: string): ApiError {
  return new ApiError('malformed_request', { detail });
}
