import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import type { Grant } from './grant';

/** How often the notes are written, in ms: `last_used_at` is at most this old, and no request pays for it. */
const writeEveryMs = 10_000;

const write = (table: string) =>
  `UPDATE auth.${table} SET last_used_at = greatest(last_used_at, $2::timestamptz) WHERE digest = decode($1, 'hex')`;

/** Notes when a token was used and writes the notes in batches. */
@Injectable()
export class LastUsed implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('last-used');
  private notes = new Map<string, { kind: Grant['kind']; at: number }>();
  private timer?: NodeJS.Timeout;

  constructor(private readonly database: AuthDatabase) {}

  note({ digest, kind }: Grant): void {
    this.notes.set(digest, { kind, at: Date.now() });
  }

  onModuleInit(): void {
    this.timer = setInterval(() => void this.flush(), writeEveryMs).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.flush();
  }

  /** Writes what was noted. A note that can't be written now is written with the next ones. */
  async flush(): Promise<void> {
    const notes = this.notes;
    this.notes = new Map();
    for (const [digest, { kind, at }] of notes) {
      const text = write(kind === 'oauth_token' ? 'oauth_tokens' : 'access_tokens');
      try {
        await this.database.query(
          { credential: digest },
          { name: `last-used-${kind}`, text, values: [digest, new Date(at)] },
        );
      } catch (error) {
        if (!this.notes.has(digest)) this.notes.set(digest, { kind, at });
        this.log.warn(`last_used_at was not written: ${(error as Error).message}`);
      }
    }
  }
}
