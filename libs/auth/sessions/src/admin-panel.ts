import { AddressFamily } from '@storewright/config';

export class AdminPanel {
  readonly pages: AddressFamily;

  /**
   * `url` is the URL of a shop's admin panel, with `{shop}` in place of the domain. `passkeyDomain` overrides
   * the RP ID of passkeys.
   */
  constructor(
    private readonly url: string,
    private readonly passkeyDomain?: string,
  ) {
    this.pages = AddressFamily.ofOrigins(url);
  }

  /**
   * True if a page of this origin may send requests to `host`. The panel host of a shop rejects requests from
   * the panel of another shop.
   */
  isPage(origin: string, host: string): boolean {
    if (!this.pages.includes(origin)) return false;
    const isPanel = ['http', 'https'].some((scheme) => this.pages.includes(`${scheme}://${host}`));
    return !isPanel || new URL(origin).host === host;
  }

  /**
   * Returns the RP ID for passkeys of a page: the parent domain of all shop hosts, so that a passkey works in
   * the panels of all shops. Each host below localhost has separate passkeys, because browsers reject RP IDs
   * without a dot.
   */
  passkeyHost(origin: string): string {
    const { hostname } = new URL(this.url.replace('{shop}', placeholder));
    const [first, ...above] = hostname.split('.');
    const shared = first!.includes(placeholder) ? above.join('.') : hostname;
    return this.passkeyDomain ?? (shared.includes('.') ? shared : new URL(origin).hostname);
  }

  origin(domain: string): string {
    return new URL(this.url.replace('{shop}', domain)).origin;
  }

  /**
   * Returns the URL of a screen in a shop's admin panel. `screen` is the path below `/admin` with its query
   * string.
   */
  address(domain: string, screen: string): string {
    return `${this.origin(domain)}${screenPath(screen)}`;
  }

  /**
   * Returns the URL of an admin panel screen that belongs to no shop. Every panel host serves such screens.
   */
  addressWithoutShop(screen: string): string {
    return this.address('account', screen);
  }

  /** Returns the URL of the sign-in page, which redirects to `screen` afterwards. */
  signInFor(domain: string, screen: string): string {
    return this.address(domain, `/sign-in?next=${encodeURIComponent(screenPath(screen))}`);
  }
}

const placeholder = 'any-shop-at-all';

function screenPath(screen: string): string {
  return `/admin${screen}`;
}
