import { Injectable } from '@nestjs/common';
import { ExactLimit, networkOf } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '../hashed-limit';
import { emailKey } from '../owners/email';

/** Of one person, each with a mail to the current address. */
const perOwner = { points: 3, seconds: 15 * 60 };
/** Mails to one new address: nobody's inbox is flooded through us. */
const perEmail = { points: 3, seconds: 15 * 60 };
/** From one network, whomever they are of. */
const perNetwork = { points: 20, seconds: 60 * 60 };
/** Links tried from one network. */
const triesPerNetwork = { points: 30, seconds: 15 * 60 };

@Injectable()
export class EmailChangeLimits {
  private readonly ofOwner: ExactLimit;
  private readonly ofEmail: ExactLimit;
  private readonly ofNetwork: ExactLimit;
  private readonly tries: ExactLimit;

  constructor(database: AuthDatabase) {
    const limit = (name: string, of: { points: number; seconds: number }) =>
      new ExactLimit(database, { name: `auth-api:email-change-${name}`, ...of });
    this.ofOwner = limit('owner', perOwner);
    this.ofEmail = limit('email', perEmail);
    this.ofNetwork = limit('network', perNetwork);
    this.tries = limit('tries', triesPerNetwork);
  }

  /** Throws `rate_limited`. */
  async countRequest(owner_id: string, email: string, address: string): Promise<void> {
    const refusal = 'The email was to be changed too often';
    await countHashed(this.ofNetwork, networkOf(address), refusal);
    await countHashed(this.ofOwner, owner_id, refusal);
    await countHashed(this.ofEmail, emailKey(email), refusal);
  }

  /** Throws `rate_limited`. */
  async countTry(address: string): Promise<void> {
    await countHashed(this.tries, networkOf(address), 'Too many links were tried');
  }
}
