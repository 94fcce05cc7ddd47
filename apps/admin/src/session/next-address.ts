const home = '/';

/**
 * Where to go after the sign-in: the `next` of the address, if it is a page of this panel, else its first page. What comes back is below
 * `/admin` without that prefix, as the router takes it.
 *
 * The browser's own parser decides what an address means: `//evil.example`, `/\evil.example`, `https:evil.example`, addresses with tabs
 * inside and `javascript:` all have other origins than the panel's.
 */
export function nextAddress(next: string | null, origin: string): string {
  if (!next) return home;
  // Only a path: what is relative would depend on the page that is shown.
  if (!next.startsWith('/')) return home;
  const base = new URL(origin);
  if (!URL.canParse(next, base.href)) return home;
  const { origin: meant, pathname, search, hash } = new URL(next, base.href);
  if (meant !== base.origin) return home;
  const below = /^\/admin(?=\/|$)(.*)$/s.exec(pathname)?.[1];
  // `//evil.example` below /admin would be another site to whoever takes it for a whole address.
  if (below === undefined || below.startsWith('//')) return home;
  // The sign-in itself would lead in a circle; the API is no page.
  if (/^\/(?:sign-in|forgot-password|reset-password|api|assets)(?:\/|$)/.test(below)) return home;
  return (below || home) + search + hash;
}

/** The address of the sign-in that leads back here. `here`: path below `/admin`, with query. */
export function signInAddress(here: string): string {
  return here === home || here === '' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(`/admin${here}`)}`;
}
