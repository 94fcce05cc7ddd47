import { createHmac } from 'node:crypto';
import { ApiError } from '@storewright/json-api';
import { type PlainToken, sameText } from '@storewright/tokens';
import type { FastifyRequest } from 'fastify';
import type { AdminPanel } from './admin-panel';

/** What a page of ours proves itself with: derived from the session, so nothing is stored and it ends with it. */
export function csrfToken(session: PlainToken): string {
  return createHmac('sha256', session.reveal()).update('csrf').digest('base64url');
}

/**
 * Refuses a write that a browser says comes from somebody else's page, such as that of another shop. Hosts of two shops are `same-site` to a browser, so only `same-origin` vouches for itself; it is asked first, because a form on a page with `Referrer-Policy:
 * no-referrer` comes with `Origin: null` (Fetch standard, "append a request Origin header").
 */
export function checkOrigin({ headers, protocol, host }: FastifyRequest, panel: AdminPanel): void {
  const { origin, 'sec-fetch-site': site } = headers;
  if (site === 'same-origin') return;
  if (site === 'cross-site') throw refused('It came from another site.');
  if (origin !== undefined && origin !== `${protocol}://${host}` && !panel.isPage(origin, host))
    throw refused('It came from a page of another origin.');
}

/** The same for a form, which a browser alone sends, and all of them say where from: one that does not is refused as well, and so is `same-site` by itself. */
export function checkOriginOfForm(request: FastifyRequest, panel: AdminPanel): void {
  checkOrigin(request, panel);
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined && site !== 'same-origin')
    throw refused('It does not say which page it came from.');
}

/** Refuses a write whose sender can't tell the CSRF token of the session, which only our pages can read (docs/contract.md §4). */
export function checkCsrfToken(sent: unknown, session: PlainToken): void {
  if (typeof sent !== 'string' || !sameText(sent, csrfToken(session)))
    throw refused('Send the csrf_token of the session: as X-CSRF-Token, in a form as csrf_token.');
}

function refused(detail: string): ApiError {
  return new ApiError('csrf_refused', { detail });
}
