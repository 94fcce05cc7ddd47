/**
 * Returns the origin of a shop's panel. The first label of the host name is the shop's domain (docs/contract.md §1).
 */
export function panelOrigin(domain: string): string {
  const { protocol, host } = window.location;
  return `${protocol}//${host.replace(/^[^.:]+/, domain)}`;
}

/**
 * Returns the public URL of the shop API from the HTML page (SHOP_URL). Defaults to the panel's own origin, which
 * also serves `/api`.
 */
export function shopApiUrl(domain: string): string {
  return (written('shop-url') || panelOrigin(domain)).replace('{shop}', domain).replace(/\/$/, '');
}

export function authApiUrl(): string {
  return written('auth-url') || 'http://localhost:3001';
}

/** Returns a setting that the web server has written into the HTML page. */
function written(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="storewright-${name}"]`)?.content;
}
