import { Injectable } from '@nestjs/common';
import { ExactLimit, networkOf, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '../hashed-limit';

/** Programs that begin, from one network: each leaves a row for a day. */
const begunPerNetwork = { points: 60, seconds: 10 * 60 };
/** Wrong user codes of one person. Who guesses all the time that a code lives finds it with a chance of one in a billion. */
const wrongPerPerson = { points: 10, seconds: 10 * 60 };

/** Makes guessing user codes slow (RFC 8628 §5.1), on all instances together. */
@Injectable()
export class DeviceLimits {
  private readonly begun: ExactLimit;
  private readonly wrong: ExactLimit;

  constructor(database: AuthDatabase) {
    this.begun = new ExactLimit(database, { name: 'auth-api:device-authorizations', ...begunPerNetwork });
    this.wrong = new ExactLimit(database, { name: 'auth-api:user-codes', ...wrongPerPerson });
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
