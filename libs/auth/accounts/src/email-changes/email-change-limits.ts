import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '@storewright/people';

/**
 * Limits email changes, each of which sends two mails. Only the person is charged, not the new address or the network.
 */
@Injectable()
export class EmailChangeLimits {
  private readonly ofOwner: ExactLimit;

  constructor(database: AuthDatabase) {
    this.ofOwner = new ExactLimit(database, declaredLimit('auth-api:email-change-owner'));
  }

  /** Throws `rate_limited`. */
  async countRequest(owner_id: string): Promise<void> {
    await countHashed(this.ofOwner, owner_id, 'The email change was requested too often');
  }
}
