const home = '/';

/**
 * Returns the path after the sign-in, relative to `/admin`: the parameter `next` if it is a page of this
 * panel, otherwise the first page. The browser's URL parser decides, because `//evil.example`,
 * `/\evil.example`, `https:evil.example`, URLs with tabs inside and `javascript:` have other origins than the
 * panel.
 */
export function nextAddress(next: string | null, origin: string): string {
  if (!next) return home;
  // Accepts only absolute paths. A relative path would depend on the current page.
  if (!next.startsWith('/')) return home;
  const base = new URL(origin);
  if (!URL.canParse(next, base.href)) return home;
  const { origin: meant, pathname, search, hash } = new URL(next, base.href);
  if (meant !== base.origin) return home;
  const below = /^\/admin(?=\/|$)(.*)$/s.exec(pathname)?.[1];
  // Rejects `//evil.example`, which is another site.
  if (below === undefined || below.startsWith('//')) return home;
  // Rejects the sign-in page, which would redirect to itself, and the API, which is not a page.
  if (/^\/(?:sign-in|forgot-password|reset-password|api|assets)(?:\/|$)/.test(below)) return home;
  return (below || home) + search + hash;
}

/**
 * Returns the path of the sign-in page with `here`, a path below `/admin` with its query, as the page to
 * return to.
 */
export function signInAddress(here: string): string {
  return here === home || here === '' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(`/admin${here}`)}`;
}
