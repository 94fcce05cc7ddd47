import {
  type CanActivate,
  type ExecutionContext,
  Inject,
  Injectable,
  type OnApplicationShutdown,
  Optional,
} from '@nestjs/common';
import { AuthDatabase } from '@storewright/database';
import type { GrantedRequest } from './grant';
import { BatchedLimit, rateLimited } from './limits';

/** Requests per minute that one token may send to all instances together; 0: as many as it likes. */
export const REQUESTS_PER_MINUTE = Symbol('requests per minute');

/** A token's requests of a minute are counted, or 429 with Retry-After (docs/contract.md §2). No request waits for the count. */
@Injectable()
export class RateGuard implements CanActivate, OnApplicationShutdown {
  private readonly limit: BatchedLimit | undefined;

  constructor(@Inject(REQUESTS_PER_MINUTE) points: number, @Optional() database?: AuthDatabase) {
    if (points > 0)
      this.limit = new BatchedLimit(database, { name: 'shop-api:requests', points, seconds: 60 });
  }

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const { grant } = context.switchToHttp().getRequest<GrantedRequest>();
    return this.limit && grant ? this.count(this.limit, grant.token_id) : true;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.limit?.stop();
  }

  private async count(limit: BatchedLimit, tokenId: string): Promise<boolean> {
    const ms = limit.consume(tokenId);
    if (ms === undefined) return true;
    throw rateLimited(`This token may send ${limit.points} requests a minute`, ms);
  }
}
