import { Injectable } from '@nestjs/common';
import { declaredLimit, ExactLimit, networkOf } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';
import { countHashed } from './hashed-limit';

/**
 * Limits tokens of links that do not exist. A link is looked up first, so a valid one works however many others were tried in its network: nobody finds a token by
 * guessing.
 */
@Injectable()
export class LinkLimits {
  private readonly unknown: ExactLimit;

  constructor(database: AuthDatabase) {
    this.unknown = new ExactLimit(database, declaredLimit('auth-api:unknown-links'));
  }

  /** Throws `rate_limited`. */
  async countUnknown(address: string): Promise<void> {
    await countHashed(this.unknown, networkOf(address), 'Too many links were tried');
  }
}
