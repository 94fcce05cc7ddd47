import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, networkOf } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from '@storewright/people';

/**
 * Limits requests with tokens of unknown links. The link is looked up before the limit applies, so a valid
 * link works even after many unknown links from the same network. Tokens are too long to guess.
 */
@Injectable()
export class LinkLimits {
  private readonly unknown: ExactLimit;

  constructor(database: AuthDatabase) {
    this.unknown = new ExactLimit(database, declaredLimit('auth-api:unknown-links'));
  }

  /** Counts a request with an unknown link. Throws `rate_limited`. */
  async countUnknown(address: string): Promise<void> {
    await countHashed(this.unknown, networkOf(address), 'Too many links were tried');
  }
}
