import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuthDatabase, defineStatement } from '@storewright/database';
import { AccessToken, type EntityClass, OAuthToken } from '@storewright/entities';
import type { Grant } from './grant';

/** Interval in milliseconds at which `last_used_at` is written. The stored time can be this much too old. */
const FLUSH_EVERY_MS = 10_000;

const write = (name: string, entity: EntityClass<OAuthToken | AccessToken>) =>
  defineStatement(name, (source) =>
    source
      .createQueryBuilder()
      .update(entity)
      .set({ last_used_at: () => 'greatest(last_used_at, :at::timestamptz)' })
      .where('shop_id = :shop_id AND id = :id'),
  );
const writes = {
  oauth_token: write('last-used-oauth_token', OAuthToken),
  access_token: write('last-used-access_token', AccessToken),
};

interface Note {
  shop_id: string;
  kind: Grant['kind'];
  /** Time of the token's last use, in milliseconds since 1970. */
  at: number;
}

@Injectable()
export class LastUsed implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('last-used');
  /** Last-use times of tokens that are not yet in the database, keyed by token id. */
  private notes = new Map<string, Note>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly database: AuthDatabase) {}

  /**
   * Records that a token was used. Ignores tokens of the admin panel, because no page shows their last use.
   */
  note({ token_id, shop, kind, session_id }: Grant): void {
    if (session_id !== undefined) return;
    this.notes.set(token_id, { shop_id: shop.id, kind, at: this.database.clock.now() });
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), FLUSH_EVERY_MS).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /**
   * Writes the recorded last-use times of tokens to the database. If a write fails, the next flush repeats
   * it.
   */
  async flush(): Promise<void> {
    const notes = this.notes;
    this.notes = new Map();
    for (const [token_id, note] of notes) {
      const { shop_id, kind, at } = note;
      const values = { shop_id, id: token_id, at: new Date(at) };
      try {
        await this.database.execute({ shop_id }, writes[kind], values);
      } catch (error) {
        if (!this.notes.has(token_id)) this.notes.set(token_id, note);
        this.log.warn(`last_used_at was not written: ${(error as Error).message}`);
      }
    }
  }
}
