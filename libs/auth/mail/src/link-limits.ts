import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, networkOf } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '@storewright/people';

/**
 * Rate limit per network for unknown links from emails. Only a link that was looked up and found invalid
 * counts, so a valid link works even after many invalid ones. This is safe because link tokens are too long
 * to guess.
 */
@Injectable()
export class LinkLimits {
  private readonly unknown: ExactLimit;

  constructor(database: AuthDatabase) {
    this.unknown = new ExactLimit(database, declaredLimit('auth-api:unknown-links'));
  }

  async countUnknown(address: string): Promise<void> {
    await countHashed(this.unknown, networkOf(address), 'Too many links were tried');
  }
}
