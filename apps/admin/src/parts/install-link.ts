import { shopDomain } from '../session/shop';
import { panelOrigin } from '../session/shop-url';

/** Where the owner of a shop agrees to an app, in the panel of that shop. Without a domain: of this one. */
export function installLink(id: string, domain = shopDomain()): string {
  return `${panelOrigin(domain)}/admin/oauth/${id}`;
}
