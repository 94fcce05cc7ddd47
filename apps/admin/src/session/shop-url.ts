/** The origin of a shop's panel: its first label is the domain (docs/contract.md §1). */
export function panelOrigin(domain: string): string {
  const { protocol, host } = window.location;
  return `${protocol}//${host.replace(/^[^.:]+/, domain)}`;
}

/**
 * The address of the shop's API for programs. The panel's web server writes it into the page (SHOP_URL); where it does not, its panel's
 * address serves as well, as `/api` is the shop API there, too.
 */
export function shopApiUrl(domain: string): string {
  return (written('shop-url') || panelOrigin(domain)).replace('{shop}', domain).replace(/\/$/, '');
}

/** The address of the auth API for programs (AUTH_URL). */
export function authApiUrl(): string {
  return written('auth-url') || 'http://localhost:3001';
}

/** What the panel's web server has written into the page. */
function written(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="storewright-${name}"]`)?.content;
}
