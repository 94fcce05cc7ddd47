import { authDocument } from '../api/auth-api';
import type { Document, Resource } from '../api/documents';
import { leaveFor } from './session';
import { shopDomain } from './shop';
import { panelOrigin } from './shop-url';

/** What only this tab knows: it takes no session over that it has not asked for. It is no credential. */
const stateKey = 'storewright-switch';

/** The origin of the panel of another shop. Undefined of what is no domain. */
function panelOf(domain: string): string | undefined {
  return /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/.test(domain) ? panelOrigin(domain) : undefined;
}

/** The host of a shop's panel; undefined of what is no domain. */
export function hostOf(domain: string): string | undefined {
  const origin = panelOf(domain);
  return origin && new URL(origin).host;
}

/** Goes to the panel of another shop, which asks this one for the session where it has none (docs/adr/shop-switcher.md). */
export function switchShop(domain: string): void {
  const origin = panelOf(domain);
  if (origin) leaveFor(`${origin}/admin/switch?from=${shopDomain()}`);
}

/** Asks the panel of that shop for its session. False where there is no such panel. */
export function askForSession(from: string): boolean {
  const origin = from === shopDomain() ? undefined : panelOf(from);
  if (!origin) return false;
  const state = crypto.getRandomValues(new Uint32Array(4)).join('-');
  window.sessionStorage.setItem(stateKey, state);
  window.location.replace(`${origin}/admin/switch-to?shop=${shopDomain()}&state=${state}`);
  return true;
}

/** Sends the session on its way to the panel that has asked for it. */
export async function sendSession(shop_domain: string, state: string): Promise<void> {
  const { meta } = await authDocument<Document<Resource, { token: string }>>('/api/session_transfers', {
    method: 'POST',
    data: { type: 'session_transfers', attributes: { shop_domain } },
  });
  // Behind the #: it is sent to no server and stands in no log.
  window.location.replace(`${panelOf(shop_domain)}/admin/switch#${meta!.token}.${state}`);
}

/** The token of what came back, where this tab has asked for it; the question is answered with it. */
export function answeredToken(answer: string): string | undefined {
  const asked = window.sessionStorage.getItem(stateKey);
  window.sessionStorage.removeItem(stateKey);
  const [token, state] = answer.split('.');
  return asked !== null && state === asked ? token : undefined;
}
