import { AddressFamily } from '@storewright/config';

/** Addresses of the admin panels of all shops. */
export class AdminPanel {
  /** Origins of the admin panels of all shops. */
  readonly pages: AddressFamily;

  /**
   * `url` is the address of a shop's panel, with `{shop}` instead of its domain. `passkeyDomain` overrides
   * the RP ID of passkeys.
   */
  constructor(
    private readonly url: string,
    private readonly passkeyDomain?: string,
  ) {
    this.pages = AddressFamily.ofOrigins(url);
  }

  /**
   * True if a page of this origin may send requests to `host`. The host of a panel accepts only its own
   * pages, not pages of another shop's panel.
   */
  isPage(origin: string, host: string): boolean {
    if (!this.pages.includes(origin)) return false;
    const isPanel = ['http', 'https'].some((scheme) => this.pages.includes(`${scheme}://${host}`));
    return !isPanel || new URL(origin).host === host;
  }

  /**
   * RP ID for passkeys of a page: the domain above the shops' hosts, so that a passkey works in the panels of
   * all shops. Browsers reject single labels such as localhost, so on these each host has its own passkeys.
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

  /** Address of a screen in a shop's panel. `screen` is the path below `/admin` with its query. */
  address(domain: string, screen: string): string {
    return `${this.origin(domain)}${screenPath(screen)}`;
  }

  /** Address of a screen that needs no shop. Every host of the panel serves such screens. */
  addressWithoutShop(screen: string): string {
    return this.address('account', screen);
  }

  /** Address of the sign-in page that returns to the screen. */
  signInFor(domain: string, screen: string): string {
    return this.address(domain, `/sign-in?next=${encodeURIComponent(screenPath(screen))}`);
  }
}

const placeholder = 'any-shop-at-all';

function screenPath(screen: string): string {
  return `/admin${screen}`;
}
