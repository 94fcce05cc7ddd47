import { shopDomain } from '../session/shop';
import { panelOrigin } from '../session/shop-url';

/** Returns the URL of an app's grant screen in a shop's panel. Defaults to the current shop. */
export function installLink(id: string, domain = shopDomain()): string {
  return `${panelOrigin(domain)}/admin/oauth/${id}`;
}
