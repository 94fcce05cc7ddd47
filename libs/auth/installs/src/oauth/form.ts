import { checkContentEncoding, mediaTypeOf } from '@storewright/json-api';
import type { FastifyRequest } from 'fastify';
import { OAuthError } from './oauth-error';

/**
 * Parses a form-encoded request body. A repeated parameter is an error, and an empty parameter counts as
 * absent (RFC 6749 §3.2).
 */
export function readForm({ headers, body }: FastifyRequest): ReadonlyMap<string, string> {
  if (mediaTypeOf(headers['content-type']) !== 'application/x-www-form-urlencoded')
    throw new OAuthError(
      'invalid_request',
      'The media type of the body is not supported. Send application/x-www-form-urlencoded.',
    );
  checkContentEncoding(headers['content-encoding']);
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(Buffer.isBuffer(body) ? body.toString('utf8') : '')) {
    if (parameters.has(name))
      throw new OAuthError(
        'invalid_request',
        'A form parameter appears more than once. Send every parameter once.',
      );
    // Rejects NUL, which OAuth values cannot contain (RFC 6749 appendix A) and Postgres cannot store.
    if (value.includes('\0'))
      throw new OAuthError(
        'invalid_request',
        'A form parameter contains a NUL character. Remove the character.',
      );
    parameters.set(name, value);
  }
  for (const [name, value] of parameters) if (value === '') parameters.delete(name);
  return parameters;
}

export function tokenParameter(form: ReadonlyMap<string, string>): string {
  const token = form.get('token');
  if (token === undefined) throw new OAuthError('invalid_request', 'The parameter "token" is missing.');
  return token;
}
