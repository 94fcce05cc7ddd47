import { createHash } from 'node:crypto';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { BatchedLimit, networkOf, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';

const seconds = 60;
/** From one network. An app comes with nonces that it was given, so it knows all of them. */
const unknownNonces = 100;
/** Of one client, from one network. */
const wrongSecrets = 30;

/** Makes guessing nonces and client secrets slow, on all instances together. What is right is never counted. */
@Injectable()
export class Guesses implements OnApplicationShutdown {
  readonly nonces: Limited;
  readonly secrets: Limited;

  constructor(database: AuthDatabase) {
    this.nonces = new Limited(database, 'unknown-nonces', unknownNonces);
    this.secrets = new Limited(database, 'wrong-secrets', wrongSecrets);
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.nonces.stop(), this.secrets.stop()]);
  }
}

class Limited {
  private readonly limit: BatchedLimit;

  constructor(database: AuthDatabase, name: string, points: number) {
    this.limit = new BatchedLimit(database, { name: `auth-api:${name}`, points, seconds });
  }

  /** Throws `rate_limited` where too many were wrong. `who`: at this address, as which client. */
  check(address: string, who = ''): void {
    const ms = this.limit.reached(keyOf(address, who));
    if (ms !== undefined) throw rateLimited('Too many guesses', ms, this.limit);
  }

  /** One was wrong. */
  count(address: string, who = ''): void {
    this.limit.consume(keyOf(address, who));
  }

  stop(): Promise<void> {
    return this.limit.stop();
  }
}

function keyOf(address: string, who: string): string {
  return createHash('sha256')
    .update(`${networkOf(address)} ${who}`)
    .digest('base64url');
}
