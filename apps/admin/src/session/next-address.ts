const home = '/';

/**
 * Returns the path to open after a sign-in, relative to `/admin`. Uses the parameter `next` if it is a page of this
 * panel, otherwise the home page. The browser's URL parser detects foreign origins such as `/\evil.example` and
 * `https:evil.example`.
 */
export function nextAddress(next: string | null, origin: string): string {
  if (!next) return home;
  // Rejects a relative return URL, which would depend on the current page.
  if (!next.startsWith('/')) return home;
  const base = new URL(origin);
  if (!URL.canParse(next, base.href)) return home;
  const { origin: meant, pathname, search, hash } = new URL(next, base.href);
  if (meant !== base.origin) return home;
  const below = /^\/admin(?=\/|$)(.*)$/s.exec(pathname)?.[1];
  // Rejects a return URL such as `//evil.example`, which is another site.
  if (below === undefined || below.startsWith('//')) return home;
  // Rejects return URLs of the sign-in pages, which would be a redirect loop, and of the API and assets, which are
  // not pages.
  if (/^\/(?:sign-in|forgot-password|reset-password|api|assets)(?:\/|$)/.test(below)) return home;
  return (below || home) + search + hash;
}

/**
 * Returns the path of the sign-in page with `here` as the page to return to. `here` is a path below `/admin` with its
 * query.
 */
export function signInAddress(here: string): string {
  return here === home || here === '' ? '/sign-in' : `/sign-in?next=${encodeURIComponent(`/admin${here}`)}`;
}
