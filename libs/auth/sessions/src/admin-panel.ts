import { AddressFamily } from '@storewright/config';

/** Where the admin panels of the shops are. */
export class AdminPanel {
  /** The origins whose pages are ours. */
  readonly pages: AddressFamily;

  /** `url`: of a shop's panel, with `{shop}` for its domain. `passkeyDomain`: the host that passkeys belong to, where it is not what follows from that. */
  constructor(
    private readonly url: string,
    private readonly passkeyDomain?: string,
  ) {
    this.pages = AddressFamily.ofOrigins(url);
  }

  /** Whether a page of this origin is ours, for a request to `host`: on the host of a shop's panel that panel's own, and no other shop's. */
  isPage(origin: string, host: string): boolean {
    if (!this.pages.includes(origin)) return false;
    const isPanel = ['http', 'https'].some((scheme) => this.pages.includes(`${scheme}://${host}`));
    return !isPanel || new URL(origin).host === host;
  }

  /**
   * The host that passkeys of a page belong to (the RP ID): that above the shops', so that a passkey is good in the panels of all of them. Browsers refuse one of a
   * single label, such as localhost: there each shop's host has its own.
   */
  passkeyHost(origin: string): string {
    const { hostname } = new URL(this.url.replace('{shop}', placeholder));
    const [first, ...above] = hostname.split('.');
    const shared = first!.includes(placeholder) ? above.join('.') : hostname;
    return this.passkeyDomain ?? (shared.includes('.') ? shared : new URL(origin).hostname);
  }

  /** The origin of this shop's panel. */
  origin(domain: string): string {
    return new URL(this.url.replace('{shop}', domain)).origin;
  }

  /** The address of a screen of this shop's panel. `screen`: its path below `/admin`, with its query. */
  address(domain: string, screen: string): string {
    return `${this.origin(domain)}${screenPath(screen)}`;
  }

  /** The address of a screen that needs no shop: each host of the panel serves it, and that of no shop as well as others. */
  addressWithoutShop(screen: string): string {
    return this.address('account', screen);
  }

  /** Where a person signs in and comes back to the screen from. */
  signInFor(domain: string, screen: string): string {
    return this.address(domain, `/sign-in?next=${encodeURIComponent(screenPath(screen))}`);
  }
}

const placeholder = 'any-shop-at-all';

function screenPath(screen: string): string {
  return `/admin${screen}`;
}
