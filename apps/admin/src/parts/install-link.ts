import { shopDomain } from '../session/shop';
import { panelOrigin } from '../session/shop-url';

export function installLink(id: string, domain = shopDomain()): string {
  return `${panelOrigin(domain)}/admin/oauth/${id}`;
}
