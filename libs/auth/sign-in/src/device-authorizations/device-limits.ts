import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, networkOf, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '@storewright/people';

/** Rate limits for device sign-ins, and against guessing user codes, across all instances (RFC 8628 §5.1). */
@Injectable()
export class DeviceLimits {
  private readonly requests: ExactLimit;
  private readonly guesses: ExactLimit;

  constructor(database: AuthDatabase) {
    this.requests = new ExactLimit(database, declaredLimit('auth-api:device-authorizations'));
    this.guesses = new ExactLimit(database, declaredLimit('auth-api:user-codes'));
  }

  async countRequest(address: string): Promise<void> {
    await countHashed(this.requests, networkOf(address), 'Too many devices requested a sign-in');
  }

  /** Counts an attempt to guess a user code unless `lookup` finds the code. Throws `rate_limited`. */
  async limitGuesses<T>(owner_id: string, lookup: () => Promise<T | undefined>): Promise<T | undefined> {
    const ms = await this.guesses.consume(owner_id);
    if (ms !== undefined) throw rateLimited('Too many codes were wrong', ms, this.guesses);
    const result = await lookup();
    if (result !== undefined) await this.guesses.takeBack(owner_id);
    return result;
  }
}
