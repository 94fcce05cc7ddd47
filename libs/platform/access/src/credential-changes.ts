import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ChannelListener } from '@storewright/database';
import { ShopDirectory } from '@storewright/tenancy';
import { type AnyCredentialChange, credentialChannel } from './credential-change';
import { TokenVerifier } from './token-verifier';

export const AUTH_LISTEN_URL = Symbol('auth listen url');

/**
 * Receives Postgres notifications of revoked tokens, changed scopes and suspended shops, usually within
 * milliseconds. If the connection is lost, a cached credential still expires within a second.
 */
@Injectable()
export class CredentialChanges implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('credential-changes');
  private readonly listener: ChannelListener;
  private readonly ofShops: ((shop_id: string) => void)[] = [];

  constructor(
    @Inject(AUTH_LISTEN_URL) url: string,
    private readonly verifier: TokenVerifier,
    private readonly directory: ShopDirectory,
  ) {
    this.listener = new ChannelListener({
      url,
      applicationName: 'storewright-changes',
      channels: [credentialChannel],
      onNotification: (payload) => this.received(payload),
    });
  }

  onModuleInit(): Promise<void> {
    return this.listener.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.listener.stop();
  }

  onShopChange(listener: (shop_id: string) => void): void {
    this.ofShops.push(listener);
  }

  private received(payload: string): void {
    try {
      const change = JSON.parse(payload) as Partial<AnyCredentialChange>;
      this.verifier.forget(change);
      const { shop_id } = change;
      if (!shop_id) return;
      this.directory.forget(shop_id);
      for (const each of this.ofShops) each(shop_id);
    } catch {
      this.log.warn('received a notification that is not JSON');
    }
  }
}
