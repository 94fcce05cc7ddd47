import { authDocument } from '../api/auth-api';
import type { Document, Resource } from '../api/documents';
import { leaveFor } from './session';
import { shopDomain } from './shop';
import { panelOrigin } from './shop-url';

/**
 * Storage key of a random state value, by which this tab recognizes the session transfer that it requested.
 * The value is not a credential.
 */
const stateKey = 'storewright-switch';

function panelOf(domain: string): string | undefined {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(domain) ? panelOrigin(domain) : undefined;
}

/** Returns the host of a shop's panel, or undefined for an invalid domain. */
export function hostOf(domain: string): string | undefined {
  const origin = panelOf(domain);
  return origin && new URL(origin).host;
}

/**
 * Opens another shop's panel. It requests a session transfer from this panel if the user is not signed in
 * there (docs/adr/shop-switcher.md).
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

/** Transfers the session to the panel that requested it. */
export async function sendSession(shop_domain: string, state: string): Promise<void> {
  const { meta } = await authDocument<Document<Resource, { token: string }>>('/api/session_transfers', {
    method: 'POST',
    data: { type: 'session_transfers', attributes: { shop_domain } },
  });
  // Uses the URL fragment, which browsers do not send to servers, so that no log contains the token.
  window.location.replace(`${panelOf(shop_domain)}/admin/switch#${meta!.token}.${state}`);
}

/**
 * Returns the token of a session transfer that this tab requested, otherwise undefined. Each request accepts
 * only one response.
 */
export function answeredToken(answer: string): string | undefined {
  const asked = window.sessionStorage.getItem(stateKey);
  window.sessionStorage.removeItem(stateKey);
  const [token, state] = answer.split('.');
  return asked !== null && state === asked ? token : undefined;
}
