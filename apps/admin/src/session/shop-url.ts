/**
 * The address of the shop's API for programs. The panel's web server writes it into the page (SHOP_URL); where it does not, the panel's own
 * address serves as well, as `/api` is the shop API there, too.
 */
export function shopApiUrl(domain: string): string {
  return (written('shop-url') || window.location.origin).replace('{shop}', domain).replace(/\/$/, '');
}

/** The address of the auth API for programs (AUTH_URL). */
export function authApiUrl(): string {
  return written('auth-url') || 'http://localhost:3001';
}

/** What the panel's web server has written into the page. */
function written(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="storewright-${name}"]`)?.content;
}
