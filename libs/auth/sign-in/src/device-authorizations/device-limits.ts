import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, networkOf, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '@storewright/people';

/** Makes guessing user codes slow (RFC 8628 §5.1), on all instances together. */
@Injectable()
export class DeviceLimits {
  private readonly begun: ExactLimit;
  private readonly wrong: ExactLimit;

  constructor(database: AuthDatabase) {
    this.begun = new ExactLimit(database, declaredLimit('auth-api:device-authorizations'));
    this.wrong = new ExactLimit(database, declaredLimit('auth-api:user-codes'));
  }

  /** Throws `rate_limited`. */
  async countBegun(address: string): Promise<void> {
    await countHashed(this.begun, networkOf(address), 'Too many devices ask to be let in');
  }

  /** `look` with a code counts before it is looked at, and is taken back where there was one. Throws `rate_limited`. */
  async guessing<T>(owner_id: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const ms = await this.wrong.consume(owner_id);
    if (ms !== undefined) throw rateLimited('Too many codes were wrong', ms, this.wrong);
    const found = await look();
    if (found !== undefined) await this.wrong.takeBack(owner_id);
    return found;
  }
}
