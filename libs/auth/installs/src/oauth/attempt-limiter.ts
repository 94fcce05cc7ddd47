import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BatchedLimit, declaredLimit, networkOf, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';

/**
 * Rate limits for wrong nonces and client secrets, across all instances. Only a credential that was looked up
 * and found invalid counts, so a valid one works even after many wrong ones from the same network. This is
 * safe because nonces and secrets are too long to guess.
 */
@Injectable()
export class AttemptLimiter implements OnApplicationShutdown {
  private readonly nonces: BatchedLimit;
  private readonly secrets: BatchedLimit;

  constructor(database: AuthDatabase) {
    this.nonces = new BatchedLimit(database, declaredLimit('auth-api:unknown-nonces'));
    this.secrets = new BatchedLimit(database, declaredLimit('auth-api:wrong-secrets'));
  }

  /**
   * Counts an unknown nonce against the limit of the authenticated app, or of the client's network without
   * authentication. Throws `rate_limited`.
   */
  countNonce(address: string, app_id?: string): void {
    count(this.nonces, app_id ?? networkOf(address));
  }

  countSecret(address: string, client_id: string): void {
    count(this.secrets, `${networkOf(address)} ${client_id}`);
  }

  /**
   * Throws `rate_limited` after too many wrong secrets of a client. Check this limit before comparing a
   * secret that the operator chose, because such a secret may be guessable.
   */
  checkSecret(address: string, client_id: string): void {
    const ms = this.secrets.reached(keyOf(`${networkOf(address)} ${client_id}`));
    if (ms !== undefined) throw rateLimited('Too many wrong credentials', ms, this.secrets);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.nonces.stop(), this.secrets.stop()]);
  }
}

function count(limit: BatchedLimit, who: string): void {
  const ms = limit.consume(keyOf(who));
  if (ms !== undefined) throw rateLimited('Too many wrong credentials', ms, limit);
}

function keyOf(who: string): string {
  return createHash('sha256').update(who).digest('base64url');
}
