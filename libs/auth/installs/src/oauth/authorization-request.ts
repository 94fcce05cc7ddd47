import { ApiError, codePoints, isStorable, isUuid } from '@storewright/json-api';
import { MAX_STATE_LENGTH } from '../installations/installation.resource';
import { isCodeChallenge } from './code-challenge';

/** Authorization request that an app sends through the browser of the shop owner (RFC 6749 §4.1.1). */
export interface AuthorizationRequest {
  client_id: string;
  shop: string;
  state?: string | undefined;
  /** All query parameters. Unknown parameters are ignored (RFC 6749 §3.1). */
  parameters: ReadonlyMap<string, string>;
  repeated: readonly string[];
}

/** An OAuth error that the redirect to the app's install URL contains (RFC 6749 §4.1.2.1). */
export interface AuthorizationFault {
  error: 'invalid_request' | 'unsupported_response_type' | 'invalid_scope';
  error_description: string;
}

/**
 * Parses an authorization request. Throws `invalid_query_parameter` if the app or the shop cannot be
 * identified, so that the person in the browser sees the error.
 */
export function readAuthorizationRequest(query: string): AuthorizationRequest {
  const parameters = new Map<string, string>();
  const repeated: string[] = [];
  for (const [name, value] of new URLSearchParams(query)) {
    if (parameters.has(name)) repeated.push(name);
    parameters.set(name, value);
  }
  // An empty parameter counts as absent (RFC 6749 §3.1).
  for (const [name, value] of parameters) if (value === '') parameters.delete(name);
  const unclear = ['client_id', 'redirect_uri', 'state', 'shop'].find((name) => repeated.includes(name));
  if (unclear !== undefined) throw refused(unclear, 'appears more than once.');
  const client_id = parameters.get('client_id')?.toLowerCase() ?? '';
  if (!isUuid(client_id)) throw refused('client_id', 'is not the id of an app.');
  const shop = parameters.get('shop');
  if (shop === undefined)
    throw refused('shop', 'is missing. Send the domain of the shop, such as "demo-shop".');
  if (!isStorable(shop)) throw refused('shop', 'is not the domain of a shop.');
  const state = parameters.get('state');
  if (state !== undefined && (codePoints(state) > MAX_STATE_LENGTH || !isStorable(state)))
    throw refused('state', `must have at most ${MAX_STATE_LENGTH} characters.`);
  return { client_id, shop, state, parameters, repeated };
}

/**
 * Validates the OAuth parameters of an authorization request. `scopes` are the required and optional scopes
 * of the app.
 */
export function faultOf(
  { parameters, repeated }: AuthorizationRequest,
  scopes: readonly string[],
): AuthorizationFault | undefined {
  const known = ['response_type', 'response_mode', 'scope', 'code_challenge', 'code_challenge_method'];
  const twice = known.find((name) => repeated.includes(name));
  if (twice !== undefined) return invalid(`${twice} appears more than once`);
  const type = parameters.get('response_type');
  if (type === undefined) return invalid('response_type is missing');
  if (type !== 'code') return fault('unsupported_response_type', 'response_type must be "code"');
  if ((parameters.get('response_mode') ?? 'query') !== 'query')
    return invalid('response_mode must be "query"');
  if (requestedOf(parameters).some((scope) => !scopes.includes(scope)))
    return fault('invalid_scope', 'scope contains a scope that the app has not registered');
  return challengeFault(parameters.get('code_challenge'), parameters.get('code_challenge_method'));
}

/**
 * Returns the scopes from the OAuth parameter `scope`. The grant screen highlights the optional scopes among
 * them.
 */
export function requestedOf(parameters: ReadonlyMap<string, string>): string[] {
  return (parameters.get('scope') ?? '').split(' ').filter((scope) => scope !== '');
}

function challengeFault(challenge?: string, method?: string): AuthorizationFault | undefined {
  if (challenge === undefined)
    return method === undefined ? undefined : invalid('code_challenge_method requires code_challenge');
  // Requires S256, because a request without the parameter means "plain" (RFC 7636 §4.3).
  if (method !== 'S256') return invalid('code_challenge_method must be "S256"');
  return isCodeChallenge(challenge)
    ? undefined
    : invalid('code_challenge must be 43 characters of base64url');
}

/** Creates an error about a query parameter. `what` completes the sentence "The parameter x". */
export function refused(parameter: string, what: string): ApiError {
  return new ApiError('invalid_query_parameter', {
    detail: `The parameter ${parameter} ${what}`,
    source: { parameter },
  });
}

const fault = (error: AuthorizationFault['error'], error_description: string): AuthorizationFault => ({
  error,
  error_description,
});
const invalid = (description: string) => fault('invalid_request', description);
