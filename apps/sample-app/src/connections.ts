import { install, isApiError, Shop } from '@storewright/sdk';
import type { Database, ShopRow } from './database';
import type { Seal } from './seal';
import type { Settings } from './settings';

/** The shops that have the app installed, and their APIs. */
export class Connections {
  /** Exchanges under way: a browser that asks twice at once gets one. */
  private readonly exchanges = new Map<string, Promise<ShopRow>>();

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly seal: Seal,
  ) {}

  /**
   * The shop that the nonce of the install URL is of; undefined: it was used here before. A nonce is exchanged once: when it comes again after its token was used,
   * the platform takes it for stolen and revokes the token, and an owner who reloads a page must not do that.
   */
  async install(nonce: string): Promise<ShopRow | undefined> {
    if (this.database.hasNonce(nonce)) return undefined;
    const running = this.exchanges.get(nonce) ?? this.exchange(nonce);
    this.exchanges.set(nonce, running);
    return running.finally(() => this.exchanges.delete(nonce));
  }

  private async exchange(nonce: string): Promise<ShopRow> {
    const { authUrl, appId, appSecret } = this.settings;
    const app = { id: appId, secret: appSecret };
    const { token, baseUrl, shop } = await install.exchange(nonce, { authUrl, app, timeoutMs: 10_000 });
    // Stored before it is used: until then the nonce gives the same token again, should this process end here.
    this.database.keepShop(
      {
        ...{ id: shop.id, domain: shop.domain, name: shop.name, base_url: baseUrl },
        sealed_token: this.seal.seal(token, `token of ${shop.id}`),
      },
      nonce,
    );
    return this.database.shop(shop.id)!;
  }

  /** Does something in a shop. A 401 says that the app was uninstalled there: then nothing of the shop is kept. */
  async use<T>(shop: ShopRow, work: (api: Shop) => Promise<T>): Promise<T> {
    const token = this.seal.open(shop.sealed_token, `token of ${shop.id}`);
    if (!token) throw new Error(`The token of ${shop.domain} does not open: was DATA_KEY changed?`);
    try {
      return await work(new Shop({ baseUrl: shop.base_url, token, timeoutMs: 10_000 }));
    } catch (error) {
      if (isApiError(error) && error.status === 401) this.database.forgetShop(shop);
      throw error;
    }
  }

  /** `installations.uninstalled` came, perhaps late: the owner may have installed the app again since. */
  async uninstalled(shop: ShopRow, at: string): Promise<void> {
    const current = await this.use(shop, (api) => install.installation(api));
    if (current.installed_at <= at) this.database.forgetShop(shop);
  }
}
