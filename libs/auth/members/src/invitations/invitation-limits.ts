import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed, emailKey } from '@storewright/people';
import type { PlainToken } from '@storewright/tokens';

/**
 * Rate limits for invitations, counted per inviting person. With a shared limit, one person could block the
 * invitations of all others to an address or shop.
 */
@Injectable()
export class InvitationLimits {
  private readonly ofPerson: ExactLimit;
  private readonly ofEmail: ExactLimit;
  private readonly tries: ExactLimit;

  constructor(database: AuthDatabase) {
    const limit = (name: 'person' | 'email' | 'tries') =>
      new ExactLimit(database, declaredLimit(`auth-api:invitation-${name}`));
    this.ofPerson = limit('person');
    this.ofEmail = limit('email');
    this.tries = limit('tries');
  }

  async countInvitation(owner_id: string, email: string): Promise<void> {
    await countHashed(this.ofPerson, owner_id, 'You invited too many people');
    await countHashed(this.ofEmail, `${owner_id}:${emailKey(email)}`, 'You invited this address too often');
  }

  /**
   * Limits attempts to set a password with a valid invitation, because each attempt takes up to a second of
   * CPU time. Throws `rate_limited`.
   */
  async countTry({ digest }: PlainToken): Promise<void> {
    await countHashed(this.tries, digest, 'Too many passwords were tried');
  }
}
