import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '@storewright/people';

/**
 * Limits email changes, each of which sends two mails. The limit counts requests per person, not per new
 * address or per network.
 */
@Injectable()
export class EmailChangeLimits {
  private readonly ofOwner: ExactLimit;

  constructor(database: AuthDatabase) {
    this.ofOwner = new ExactLimit(database, declaredLimit('auth-api:email-change-owner'));
  }

  /** Counts an email change of the person. Throws `rate_limited`. */
  async countRequest(owner_id: string): Promise<void> {
    await countHashed(this.ofOwner, owner_id, 'The email change was requested too often');
  }
}
