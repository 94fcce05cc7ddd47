/** Returns the origin of a shop's panel. Its first host label is the domain (docs/contract.md §1). */
export function panelOrigin(domain: string): string {
  const { protocol, host } = window.location;
  return `${protocol}//${host.replace(/^[^.:]+/, domain)}`;
}

/**
 * Returns the public URL of the shop API. The web server writes SHOP_URL into the page. The default is the
 * panel's own origin, which also serves `/api`.
 */
export function shopApiUrl(domain: string): string {
  return (written('shop-url') || panelOrigin(domain)).replace('{shop}', domain).replace(/\/$/, '');
}

/** Returns the public URL of the auth API (AUTH_URL). */
export function authApiUrl(): string {
  return written('auth-url') || 'http://localhost:3001';
}

/** Returns a value that the panel's web server has written into the page. */
function written(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="storewright-${name}"]`)?.content;
}
