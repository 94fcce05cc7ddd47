import { Inject, Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { ShopDirectory } from '@storewright/tenancy';
import { Client } from 'pg';
import { type AnyCredentialChange, credentialChannel } from './credential-change';
import { TokenVerifier } from './token-verifier';

export const AUTH_DATABASE_URL = Symbol('auth database url');

const reconnectAfterMs = 1_000;

/**
 * Hears of revoked tokens, changed scopes and suspended shops within milliseconds. Nothing depends on it: while the connection is down or half-open,
 * what the caches believe ends by itself within a second.
 */
@Injectable()
export class CredentialChanges implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('credential-changes');
  private client?: Client;
  private timer?: NodeJS.Timeout;
  private stopped = false;

  constructor(
    @Inject(AUTH_DATABASE_URL) private readonly url: string,
    private readonly verifier: TokenVerifier,
    private readonly directory: ShopDirectory,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.listen();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const client = new Client({
      connectionString: this.url,
      application_name: 'storewright-changes',
      keepAlive: true,
    });
    this.client = client;
    client.on('error', () => this.again(client));
    client.on('end', () => this.again(client));
    client.on('notification', ({ payload }) => this.heard(payload ?? ''));
    try {
      await client.connect();
      await client.query(`LISTEN ${credentialChannel}`);
    } catch (error) {
      this.log.warn(`not listening for changes: ${(error as Error).message}`);
      this.again(client);
    }
  }

  private again(client: Client): void {
    if (this.stopped || this.client !== client) return;
    this.client = undefined;
    void client.end().catch(() => undefined);
    this.timer = setTimeout(() => void this.listen(), reconnectAfterMs).unref();
  }

  private heard(payload: string): void {
    try {
      const change = JSON.parse(payload) as Partial<AnyCredentialChange>;
      this.verifier.forget(change);
      if (change.shop_id) this.directory.forget(change.shop_id);
    } catch {
      this.log.warn('a change was announced that is not JSON');
    }
  }
}
