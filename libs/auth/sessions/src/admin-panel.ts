import { AddressFamily } from '@storewright/config';

export class AdminPanel {
  /** Origins of the admin panels of all shops. */
  readonly pages: AddressFamily;

  /**
   * `url` is the URL of a shop's admin panel, with `{shop}` in place of the domain. `passkeyDomain` overrides the RP
   * ID of passkeys.
   */
  constructor(
    private readonly url: string,
    private readonly passkeyDomain?: string,
  ) {
    this.pages = AddressFamily.ofOrigins(url);
  }

  /**
   * True if a page of this origin may send requests to `host`. The host of a panel accepts requests only from its own
   * pages, not from another shop's panel.
   */
  isPage(origin: string, host: string): boolean {
    if (!this.pages.includes(origin)) return false;
    const isPanel = ['http', 'https'].some((scheme) => this.pages.includes(`${scheme}://${host}`));
    return !isPanel || new URL(origin).host === host;
  }

  /**
   * Returns the RP ID for passkeys of a page: the parent domain of all shop hosts, so that a passkey works in the
   * panels of all shops. Browsers reject RP IDs without a dot such as localhost, so each host below localhost has
   * separate passkeys.
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

  /** Returns the URL of a screen in a shop's panel. `screen` is the path below `/admin` with its query string. */
  address(domain: string, screen: string): string {
    return `${this.origin(domain)}${screenPath(screen)}`;
  }

  /** Returns the URL of a screen that belongs to no shop. Every panel host serves such screens. */
  addressWithoutShop(screen: string): string {
    return this.address('account', screen);
  }

  /** Returns the URL of the sign-in page, which redirects to the screen after the sign-in. */
  signInFor(domain: string, screen: string): string {
    return this.address(domain, `/sign-in?next=${encodeURIComponent(screenPath(screen))}`);
  }
}

const placeholder = 'any-shop-at-all';

function screenPath(screen: string): string {
  return `/admin${screen}`;
}
