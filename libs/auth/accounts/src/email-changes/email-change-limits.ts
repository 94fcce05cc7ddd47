import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '@storewright/people';

/** Rate limit for email changes per person, because each change sends two emails. */
@Injectable()
export class EmailChangeLimits {
  private readonly ofOwner: ExactLimit;

  constructor(database: AuthDatabase) {
    this.ofOwner = new ExactLimit(database, declaredLimit('auth-api:email-change-owner'));
  }

  async countRequest(owner_id: string): Promise<void> {
    await countHashed(this.ofOwner, owner_id, 'The email change was requested too often');
  }
}
