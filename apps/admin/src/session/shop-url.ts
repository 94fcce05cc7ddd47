/**
 * The address of the shop's API for programs. The panel's web server writes it into the page (SHOP_URL); where it does not, the panel's own
 * address serves as well, as `/api` is the shop API there, too.
 */
export function shopApiUrl(domain: string): string {
  const written = document.querySelector<HTMLMetaElement>('meta[name="storewright-shop-url"]')?.content;
  return (written || window.location.origin).replace('{shop}', domain).replace(/\/$/, '');
}
