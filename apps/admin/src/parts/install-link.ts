import { shopDomain } from '../session/shop';
import { panelOrigin } from '../session/shop-url';

/** Address of the grant screen of an app in the panel of a shop. Default: this shop. */
export function installLink(id: string, domain = shopDomain()): string {
  return `${panelOrigin(domain)}/admin/oauth/${id}`;
}
