import { install, isApiError, Shop } from '@storewright/sdk';
import type { Database, ShopRow } from './database';
import type { Seal } from './seal';
import type { Settings } from './settings';

export class Connections {
  /** Running nonce exchanges, keyed by nonce. Concurrent requests of one browser share an exchange. */
  private readonly exchanges = new Map<string, Promise<ShopRow>>();

  constructor(
    private readonly settings: Settings,
    private readonly database: Database,
    private readonly seal: Seal,
  ) {}

  /**
   * Returns the shop of the nonce, or undefined if the app already exchanged the nonce. Each nonce is
   * exchanged once, even if the visitor reloads the page: after the first use of a token, the platform treats
   * a second exchange of its nonce as theft and revokes the token.
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
    // Stores the token before its first use. If the app crashes before storing the token, it can exchange the
    // same nonce again.
    this.database.keepShop(
      {
        ...{ id: shop.id, domain: shop.domain, name: shop.name, base_url: baseUrl },
        sealed_token: this.seal.seal(token, `token of ${shop.id}`),
      },
      nonce,
    );
    return this.database.shop(shop.id)!;
  }

  /**
   * Calls the API of a shop. Status 401 means that the app was uninstalled, so the app deletes all data of
   * the shop.
   */
  async use<T>(shop: ShopRow, work: (api: Shop) => Promise<T>): Promise<T> {
    const token = this.seal.open(shop.sealed_token, `token of ${shop.id}`);
    if (!token)
      throw new Error(`The token of ${shop.domain} cannot be decrypted. Check whether DATA_KEY was changed.`);
    try {
      return await work(new Shop({ baseUrl: shop.base_url, token, timeoutMs: 10_000 }));
    } catch (error) {
      if (isApiError(error) && error.status === 401) this.database.forgetShop(shop);
      throw error;
    }
  }

  /**
   * Handles the event `installations.uninstalled`. Ignores the event if the shop installed the app again
   * afterwards.
   */
  async uninstalled(shop: ShopRow, at: string): Promise<void> {
    const current = await this.use(shop, (api) => install.installation(api));
    if (current.installed_at <= at) this.database.forgetShop(shop);
  }
}
