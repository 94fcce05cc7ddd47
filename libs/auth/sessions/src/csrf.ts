import { createHmac } from 'node:crypto';
import { ApiError } from '@storewright/json-api';
import { type PlainToken, sameText } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import type { AdminPanel } from './admin-panel';

/**
 * Returns the CSRF token of a session, which proves that a request comes from a page of the admin panel. The
 * CSRF token is derived from the session token, so that no storage is needed.
 */
export function csrfToken(session: PlainToken): string {
  return createHmac('sha256', session.reveal()).update('csrf').digest('base64url');
}

/**
 * Rejects a write request from a page outside of the shop's admin panel, including panels of other shops,
 * which are `same-site` to a browser. Checks Sec-Fetch-Site first, because forms on a page with
 * `Referrer-Policy: no-referrer` send `Origin: null` (Fetch standard, "append a request Origin header").
 */
export function checkOrigin({ headers, protocol, host }: FastifyRequest, panel: AdminPanel): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'same-origin') return;
  if (site === 'cross-site')
    throw refused('The request came from another site. Send it from a page of the admin panel.');
  if (origin !== undefined && origin !== `${protocol}://${host}` && !panel.isPage(origin, host))
    throw refused('The request came from a page of another origin. Send it from a page of the admin panel.');
}

/**
 * Rejects a form from a page outside of the admin panel. Every browser sends an origin with a form, so a form
 * without an origin is rejected too.
 */
export function checkOriginOfForm(request: FastifyRequest, panel: AdminPanel): void {
  checkOrigin(request, panel);
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site !== 'same-origin')
    throw refused('The request does not state its origin. Send the header Origin or Sec-Fetch-Site.');
}

/**
 * Rejects a write request without the CSRF token of the session, which only pages of the admin panel can read
 * (docs/contract.md §4).
 */
export function checkCsrfToken(sent: unknown, session: PlainToken): void {
  if (typeof sent !== 'string' || !sameText(sent, csrfToken(session)))
    throw refused(
      'The CSRF token is missing or wrong. Send the csrf_token of the session in the header X-CSRF-Token or in the ' +
        'form field csrf_token.',
    );
}

function refused(detail: string): ApiError {
  return new ApiError('csrf_refused', { detail });
}
