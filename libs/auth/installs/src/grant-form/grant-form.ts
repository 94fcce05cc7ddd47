import { ApiError, codePoints, isStorable, isUuid } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { MAX_STATE_LENGTH } from '../installations/installation.resource';
import { readForm } from '../oauth/form';

/** What the grant screen sends when the owner presses Install. */
export interface GrantForm {
  csrf_token?: string | undefined;
  shop_id: string;
  app_id: string;
  /** Those that the screen showed. */
  scopes: string[];
  state?: string | undefined;
}

const id = { type: 'string', format: 'uuid' };
const text = { type: 'string' };

/** The same as JSON Schema. */
export const grantFormBody = {
  mediaType: 'application/x-www-form-urlencoded',
  schema: {
    type: 'object',
    properties: {
      csrf_token: text,
      shop_id: id,
      app_id: id,
      scopes: { type: 'string', description: 'With spaces between them.' },
      state: { type: 'string', maxLength: MAX_STATE_LENGTH },
    },
    required: ['shop_id', 'app_id'],
  },
};

/** Throws `malformed_request` where a field is missing or has a value that the screen never sends. */
export function readGrantForm(request: FastifyRequest): GrantForm {
  const form = readForm(request);
  const id = (field: string): string => {
    const value = form.get(field)?.toLowerCase() ?? '';
    if (!isUuid(value)) throw malformed(`The field ${field} is no id.`);
    return value;
  };
  const state = form.get('state');
  if (state !== undefined && (codePoints(state) > MAX_STATE_LENGTH || !isStorable(state)))
    throw malformed(`The field state has at most ${MAX_STATE_LENGTH} characters.`);
  return {
    csrf_token: form.get('csrf_token'),
    shop_id: id('shop_id'),
    app_id: id('app_id'),
    scopes: (form.get('scopes') ?? '').split(' ').filter((scope) => scope !== ''),
    state,
  };
}

/** The grant screen of this form. `changed`: it says what is different from what was shown. */
export function grantScreen({ app_id, scopes, state }: GrantForm, { changed = false } = {}): string {
  const query = new URLSearchParams();
  if (changed) query.set('changed', '1');
  if (state !== undefined) query.set('state', state);
  if (changed) query.set('shown', scopes.join(' '));
  return `/oauth/${app_id}${query.size > 0 ? `?${query}` : ''}`;
}

function malformed(detail: string): ApiError {
  return new ApiError('malformed_request', { detail });
}
