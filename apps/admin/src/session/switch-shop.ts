import { authDocument } from '../api/auth-api';
import type { Document, Resource } from '../api/documents';
import { leaveFor } from './session';
import { shopDomain } from './shop';
import { panelOrigin } from './shop-url';

/**
 * Storage key of a random value, by which this tab recognizes the session transfer that it has requested. The value
 * is not a credential.
 */
const stateKey = 'storewright-switch';

function panelOf(domain: string): string | undefined {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(domain) ? panelOrigin(domain) : undefined;
}

/** Returns the host of a shop's panel. Returns undefined for an invalid domain. */
export function hostOf(domain: string): string | undefined {
  const origin = panelOf(domain);
  return origin && new URL(origin).host;
}

/**
 * Opens another shop's panel. If the user is signed out there, that panel requests a session transfer from this panel
 * (docs/adr/shop-switcher.md).
 */
export function switchShop(domain: string): void {
  const origin = panelOf(domain);
  if (origin) leaveFor(`${origin}/admin/switch?from=${shopDomain()}`);
}

/** Requests a session transfer from another shop's panel. Returns false for an invalid domain. */
export function askForSession(from: string): boolean {
  const origin = from === shopDomain() ? undefined : panelOf(from);
  if (!origin) return false;
  const state = crypto.getRandomValues(new Uint32Array(4)).join('-');
  window.sessionStorage.setItem(stateKey, state);
  window.location.replace(`${origin}/admin/switch-to?shop=${shopDomain()}&state=${state}`);
  return true;
}

/** Transfers the session to the panel that requested the session. */
export async function sendSession(shop_domain: string, state: string): Promise<void> {
  const { meta } = await authDocument<Document<Resource, { token: string }>>('/api/session_transfers', {
    method: 'POST',
    data: { type: 'session_transfers', attributes: { shop_domain } },
  });
  // Sends the token in the URL fragment, because browsers do not send the fragment to servers. No log then contains
  // the token.
  window.location.replace(`${panelOf(shop_domain)}/admin/switch#${meta!.token}.${state}`);
}

/**
 * Returns the token of a session transfer that this tab has requested, otherwise undefined. Each request accepts one
 * response.
 */
export function answeredToken(answer: string): string | undefined {
  const asked = window.sessionStorage.getItem(stateKey);
  window.sessionStorage.removeItem(stateKey);
  const [token, state] = answer.split('.');
  return asked !== null && state === asked ? token : undefined;
}
