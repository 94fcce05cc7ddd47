/** Where the admin panels of the shops are. */
export class AdminPanel {
  /** The origins whose pages are ours. */
  readonly pages: RegExp;

  /** `url`: of a shop's panel, with `{shop}` for its domain. */
  constructor(private readonly url: string) {
    this.pages = originPattern(url);
  }

  /** Whether a page of this origin is ours, for a request to `host`: on the host of a shop's panel that panel's own, and no other shop's. */
  isPage(origin: string, host: string): boolean {
    if (!this.pages.test(origin)) return false;
    const isPanel = ['http', 'https'].some((scheme) => this.pages.test(`${scheme}://${host}`));
    return !isPanel || new URL(origin).host === host;
  }

  /** The address of a screen of this shop's panel. `screen`: its path below `/admin`, with its query. */
  address(domain: string, screen: string): string {
    return `${new URL(this.url.replace('{shop}', domain)).origin}${screenPath(screen)}`;
  }

  /** Where a person signs in and comes back to the screen from. */
  signInFor(domain: string, screen: string): string {
    return this.address(domain, `/sign-in?next=${encodeURIComponent(screenPath(screen))}`);
  }
}

function screenPath(screen: string): string {
  return `/admin${screen}`;
}

/** One origin, or a family of origins with any shop's domain for `{shop}`. */
function originPattern(address: string): RegExp {
  const placeholder = 'any-shop-at-all';
  const { origin } = new URL(address.replace('{shop}', placeholder));
  const escaped = origin.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(placeholder, '[a-z0-9](?:[a-z0-9-]*[a-z0-9])?')}$`);
}
