import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BatchedLimit, declaredLimit, networkOf, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';

/**
 * Limits wrong nonces and wrong client secrets, on all instances together. They are too long to be guessed, so a valid
 * one is looked up first and works no matter how many wrong ones came from the same network.
 */
@Injectable()
export class Guesses implements OnApplicationShutdown {
  private readonly nonces: BatchedLimit;
  private readonly secrets: BatchedLimit;

  constructor(database: AuthDatabase) {
    this.nonces = new BatchedLimit(database, declaredLimit('auth-api:unknown-nonces'));
    this.secrets = new BatchedLimit(database, declaredLimit('auth-api:wrong-secrets'));
  }

  /** An unknown nonce or code. Charged to the app, if it proved itself, otherwise to the network. Throws `rate_limited` where there were too many. */
  countNonce(address: string, app_id?: string): void {
    count(this.nonces, app_id ?? networkOf(address));
  }

  /** A wrong secret of this client id. Throws `rate_limited` where there were too many. */
  countSecret(address: string, client_id: string): void {
    count(this.secrets, `${networkOf(address)} ${client_id}`);
  }

  /** Throws `rate_limited` where too many secrets of this client id were wrong: before a secret is compared that an operator chose. */
  checkSecret(address: string, client_id: string): void {
    const ms = this.secrets.reached(keyOf(`${networkOf(address)} ${client_id}`));
    if (ms !== undefined) throw rateLimited('Too many guesses', ms, this.secrets);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.nonces.stop(), this.secrets.stop()]);
  }
}

function count(limit: BatchedLimit, who: string): void {
  const ms = limit.consume(keyOf(who));
  if (ms !== undefined) throw rateLimited('Too many guesses', ms, limit);
}

function keyOf(who: string): string {
  return createHash('sha256').update(who).digest('base64url');
}
