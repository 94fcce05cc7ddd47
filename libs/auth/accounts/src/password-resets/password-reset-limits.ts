import { Injectable } from '@nestjs/common';
import { ExactLimit, networkOf } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '../hashed-limit';
import { emailKey } from '../owners/email';

/** Mails to one address: nobody's inbox is flooded through us. */
const perEmail = { points: 3, seconds: 15 * 60 };
/** From one network, whomever they are for: many people may share an address. */
const perNetwork = { points: 20, seconds: 60 * 60 };
/** New passwords tried with a link, from one network: each costs a second of a processor. */
const triesPerNetwork = { points: 30, seconds: 15 * 60 };

/** Limits of what anybody may ask for without a session. They count what was typed, whether or not there is such a person. */
@Injectable()
export class PasswordResetLimits {
  private readonly ofEmail: ExactLimit;
  private readonly ofNetwork: ExactLimit;
  private readonly tries: ExactLimit;

  constructor(database: AuthDatabase) {
    const limit = (name: string, of: { points: number; seconds: number }) =>
      new ExactLimit(database, { name: `auth-api:password-reset-${name}`, ...of });
    this.ofEmail = limit('email', perEmail);
    this.ofNetwork = limit('network', perNetwork);
    this.tries = limit('tries', triesPerNetwork);
  }

  /** Throws `rate_limited`. */
  async countRequest(email: string, address: string): Promise<void> {
    await countHashed(this.ofNetwork, networkOf(address), 'Too many links were asked for');
    await countHashed(this.ofEmail, emailKey(email), 'Too many links were asked for');
  }

  /** Throws `rate_limited`. */
  async countTry(address: string): Promise<void> {
    await countHashed(this.tries, networkOf(address), 'Too many passwords were tried');
  }
}
