import { Injectable } from '@nestjs/common';
import { ExactLimit, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';

/** Tests of one installation in a minute: more than a person presses a button, and no way to have a receiver flooded. */
const perMinute = 60;

/** How many tests may be sent, by all instances together. */
@Injectable()
export class TestLimit {
  private readonly limit: ExactLimit;

  constructor(database: AuthDatabase) {
    this.limit = new ExactLimit(database, { name: 'shop-api:tests', points: perMinute, seconds: 60 });
  }

  /** Throws `rate_limited`. */
  async count(installation_id: string): Promise<void> {
    const ms = await this.limit.consume(installation_id);
    if (ms !== undefined)
      throw rateLimited(`An installation is sent ${perMinute} tests a minute`, ms, this.limit);
  }
}
