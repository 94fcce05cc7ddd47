/** Origin of a shop's panel. Its first host label is the domain (docs/contract.md §1). */
export function panelOrigin(domain: string): string {
  const { protocol, host } = window.location;
  return `${protocol}//${host.replace(/^[^.:]+/, domain)}`;
}

/**
 * Public address of the shop API. The web server writes SHOP_URL into the page. The default is the panel's
 * own origin, which also serves `/api`.
 */
export function shopApiUrl(domain: string): string {
  return (written('shop-url') || panelOrigin(domain)).replace('{shop}', domain).replace(/\/$/, '');
}

/** Public address of the auth API (AUTH_URL). */
export function authApiUrl(): string {
  return written('auth-url') || 'http://localhost:3001';
}

/** A value that the panel's web server has written into the page. */
function written(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="storewright-${name}"]`)?.content;
}
