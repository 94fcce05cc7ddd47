import { Injectable } from '@nestjs/common';
import { declaredLimit, declaredLimits, ExactLimit, rateLimited } from '@storewright/access';
import { AuthDatabase } from '@storewright/database';

const { points } = declaredLimits['shop-api:tests'];

/** Limits the number of webhook tests per app installation, so that tests cannot flood a receiver. */
@Injectable()
export class TestLimit {
  private readonly limit: ExactLimit;

  constructor(database: AuthDatabase) {
    this.limit = new ExactLimit(database, declaredLimit('shop-api:tests'));
  }

  async count(token_id: string, installation_id: string): Promise<void> {
    const ms = await this.limit.consume(`${installation_id}:${token_id}`);
    if (ms !== undefined)
      throw rateLimited(`A token may send ${points} tests a minute to an installation`, ms, this.limit);
  }
}
