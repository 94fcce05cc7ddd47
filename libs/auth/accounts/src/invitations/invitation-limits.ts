import { Injectable } from '@nestjs/common';
import { ExactLimit, networkOf } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '../hashed-limit';
import { emailKey } from '../owners/email';

/** Mails to one address, from all shops: nobody's inbox is flooded through us. */
const perEmail = { points: 5, seconds: 24 * 60 * 60 };
/** Of one shop, whomever they are for. */
const perShop = { points: 50, seconds: 60 * 60 };
/** New accounts tried with a link, from one network: each costs a second of a processor. */
const triesPerNetwork = { points: 30, seconds: 15 * 60 };

@Injectable()
export class InvitationLimits {
  private readonly ofEmail: ExactLimit;
  private readonly ofShop: ExactLimit;
  private readonly tries: ExactLimit;

  constructor(database: AuthDatabase) {
    const limit = (name: string, of: { points: number; seconds: number }) =>
      new ExactLimit(database, { name: `auth-api:invitation-${name}`, ...of });
    this.ofEmail = limit('email', perEmail);
    this.ofShop = limit('shop', perShop);
    this.tries = limit('tries', triesPerNetwork);
  }

  /** Throws `rate_limited`. */
  async countInvitation(shop_id: string, email: string): Promise<void> {
    await countHashed(this.ofShop, shop_id, 'Too many people were invited');
    await countHashed(this.ofEmail, emailKey(email), 'This address was invited too often');
  }

  /** Throws `rate_limited`. */
  async countTry(address: string): Promise<void> {
    await countHashed(this.tries, networkOf(address), 'Too many passwords were tried');
  }
}
