import { createHmac } from 'node:crypto';
import { ApiError } from '@storewright/json-api';
import { type PlainToken, sameText } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';

/** What a page of ours proves itself with: derived from the session, so nothing is stored and it ends with it. */
export function csrfToken(session: PlainToken): string {
  return createHmac('sha256', session.reveal()).update('csrf').digest('base64url');
}

/** One origin, or a family of origins with any shop's domain for `{shop}`. */
export function originPattern(address: string): RegExp {
  const placeholder = 'any-shop-at-all';
  const { origin } = new URL(address.replace('{shop}', placeholder));
  const escaped = origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(placeholder, '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?')}$`);
}

/**
 * Refuses a write that came with the session cookie but not from a page of ours: browsers say where a request comes from, and only our
 * pages can read the CSRF token (CONTRACT §4). `pages`: origins other than our own whose pages are ours.
 */
export function checkCsrf(request: FastifyRequest, session: PlainToken, pages: RegExp): void {
  const { headers, protocol, host } = request;
  const { origin } = headers;
  if (headers['sec-fetch-site'] === 'cross-site') throw refused('It came from another site.');
  if (origin !== undefined && origin !== `${protocol}://${host}` && !pages.test(origin))
    throw refused('It came from a page of another origin.');
  const sent = headers['x-csrf-token'];
  if (typeof sent !== 'string' || !sameText(sent, csrfToken(session)))
    throw refused('Send the csrf_token of the session as X-CSRF-Token.');
}

function refused(detail: string): ApiError {
  return new ApiError('csrf_refused', { detail });
}
